/** A sentence on the current page; `anchor` is the heading above it. */
export interface Passage {
  readonly quote?: string | undefined;
  readonly anchor?: string | undefined;
}

const name = 'docent-passage';
/** Duration of the highlight, in milliseconds. */
const shownMs = 12_000;
/** Number of characters of a quote that suffice to find it when the rest differs. */
const leastLength = 24;

/** Scrolls to a passage of this page and highlights it; false when the page does not contain it. */
export function showPassage({ quote, anchor }: Passage): boolean {
  const range = quote ? findText(quote) : undefined;
  const heading = anchor ? document.getElementById(anchor) : undefined;
  const place = range?.startContainer.parentElement ?? heading;
  if (!place) return false;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  place.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' });
  if (range) highlight(range);
  return true;
}

function highlight(range: Range): void {
  if (!('highlights' in CSS)) {
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    return;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`::highlight(${name}) { background-color: #ffe58a; color: #1b1f26; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const shown = new Highlight(range);
  CSS.highlights.set(name, shown);
  setTimeout(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    if (CSS.highlights.get(name) === shown) CSS.highlights.delete(name);
  }, shownMs);
}

interface Letter {
  readonly node: Text;
  readonly offset: number;
}

/** Finds a sentence or the row of a table on the page. Blanks, quotation marks, dots between cells and case do not matter, nor does markup inside it. */
function findText(quote: string): Range | undefined {
  const wanted = folded(quote);
  const letters: Letter[] = [];
  let text = '';
  for (const node of textNodes()) {
    for (let offset = 0; offset < node.data.length; offset++) {
      const letter = folded(node.data.charAt(offset));
      if (letter === '') continue;
      text += letter;
      for (const _ of letter) letters.push({ node, offset });
    }
  }
  for (let length = wanted.length; length >= Math.min(leastLength, wanted.length); length -= 8) {
    const at = text.indexOf(wanted.slice(0, length));
    const [first, last] = [letters[at], letters[at + length - 1]];
    if (at < 0 || !first || !last || length === 0) continue;
    const range = document.createRange();
    range.setStart(first.node, first.offset);
    range.setEnd(last.node, last.offset + 1);
    return range;
  }
  return undefined;
}

const folded = (text: string): string => text.toLowerCase().replace(/[\s\u00AD\u200B"'“”‘’「」`*_·]+/g, '');

function* textNodes(): Generator<Text> {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text && !node.parentElement?.closest('script, style, noscript, nav, title'))
      yield node;
  }
}
