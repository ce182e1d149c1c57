"""A report's page as a browser would take it apart."""

import html.parser


class Page(html.parser.HTMLParser):
    """Whether tags are balanced, what would be fetched from elsewhere, and the rows of the tables."""

    VOID = {"meta", "br", "wbr", "path", "use"}

    def __init__(self, text):
        super().__init__()
        self.open, self.faults, self.references, self.text, self.rows = [], [], [], "", []
        self.feed(text)
        self.faults += self.open

    def handle_starttag(self, tag, attributes):
        if tag not in self.VOID:
            self.open.append(tag)
        self.references += [value for name, value in attributes
                            if name in {"src", "href"} and not value.startswith("#")]
        if tag in {"link", "img", "iframe"}:
            self.faults.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"/{tag}")

    def handle_data(self, data):
        self.text += data
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data
