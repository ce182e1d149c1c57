'use strict';
const numberOf = text => parseFloat(text.replace(/\s/g, ''));
const compare = (a, b) => {
  const difference = numberOf(a) - numberOf(b);
  return Number.isNaN(difference) ? a.localeCompare(b) : difference;
};
function sortBy(table, rows, heading, column) {
  const falls = heading.getAttribute('aria-sort') === 'ascending';
  for (const other of table.tHead.rows[0].cells)
    other.removeAttribute('aria-sort');
  heading.setAttribute('aria-sort', falls ? 'descending' : 'ascending');
  const textOf = row => row.cells[column].textContent.trim();
  rows.sort((a, b) => (falls ? -1 : 1) * compare(textOf(a), textOf(b)));
  table.tBodies[0].append(...rows);
}
function addFilter(table, rows) {
  const label = document.createElement('label');
  const field = document.createElement('input');
  const count = document.createElement('output');
  label.className = 'filter';
  field.type = 'search';
  label.append('Rows with ', field, count);
  field.oninput = () => {
    const words = field.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every(word => text.includes(word));
      shown += !row.hidden;
    }
    count.textContent = ` ${shown} of ${rows.length}`;
  };
  table.before(label);
}
for (const table of document.querySelectorAll('table')) {
  const rows = [...table.tBodies[0].rows];
  [...table.tHead.rows[0].cells].forEach((heading, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...heading.childNodes);
    button.onclick = () => sortBy(table, rows, heading, column);
    heading.append(button);
  });
  if (rows.length > 12)
    addFilter(table, rows);
}
addEventListener('beforeprint', () => {
  for (const fold of document.querySelectorAll('details'))
    fold.open = true;
});
