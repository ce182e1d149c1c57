"""Shows pages in headless Chromium, where that is installed."""

import html
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
               None)

# Each page goes into a frame of each width, and a function looks at their windows.
FRAMES = """<!DOCTYPE html><body><script>
const pages = %s, widths = %s, look = %s;
const results = pages.map(() => []);
let missing = pages.length * widths.length;
pages.forEach((page, number) => widths.forEach((width, place) => {
    const frame = document.createElement('iframe');
    frame.style = `width:${width}px;height:800px;border:0`;
    frame.onload = () => {
        results[number][place] = look(frame.contentWindow);
        if (--missing == 0)
            document.title = JSON.stringify(results);
    };
    frame.srcdoc = page;
    document.body.append(frame);
}));
</script>"""


def look(pages, widths, function):
    """What a JavaScript function of the window returns: of each page a list, by width in pixels."""
    with tempfile.TemporaryDirectory() as folder:
        frames = Path(folder, "frames.html")
        texts = json.dumps(pages).replace("<", "\\u003c")
        frames.write_text(FRAMES % (texts, json.dumps(widths), function), encoding="utf-8")
        process = subprocess.run(
            [PROGRAM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             f"--user-data-dir={folder}/profile", "--virtual-time-budget=20000", "--dump-dom",
             frames.as_uri()],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            timeout=100)
    title = re.search(r"<title>(.*?)</title>", process.stdout, re.DOTALL)
    if title is None:
        raise RuntimeError(f"no answer from {PROGRAM}: {process.stderr[-400:]}")
    return json.loads(html.unescape(title.group(1)))
