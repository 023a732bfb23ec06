import { isLive, pageUrl } from '../links.ts';
import { CopyButton } from '../../ui/copy-button.ts';
import { markedText, type MarkCounter, type ProseContext } from '../mark-nodes.ts';

/** Completes sanitised nodes of an answer in place: safe links, citation marks, code with a copy button, wide tables. */
export function finish(
  nodes: DocumentFragment,
  context: ProseContext,
  counter: MarkCounter,
): DocumentFragment {
  nodes.querySelectorAll('a').forEach((link) => finishLink(link, context));
  nodes.querySelectorAll('li').forEach(finishTask);
  for (const words of textsOf(nodes)) words.replaceWith(markedText(words.data, context, counter));
  nodes.querySelectorAll('pre').forEach((code) => finishCode(code, context));
  nodes.querySelectorAll('table').forEach((table) => finishTable(table, context));
  return nodes;
}

/** Links lead to the site and to cited pages only; other addresses are shown as text. */
function finishLink(link: HTMLAnchorElement, { site, citations }: ProseContext): void {
  const href = link.getAttribute('href') ?? '';
  const cited = citations.flatMap((citation) => pageUrl(citation, site) ?? []);
  if (isLive(href, site, cited)) {
    link.href = new URL(href, `${site}/`).href;
    link.target = '_blank';
    link.rel = 'noopener nofollow';
    return;
  }
  const label = link.textContent.trim();
  const address = href.slice(0, 200);
  link.replaceWith(
    ...link.childNodes,
    ...(address === '' || label.includes(address) ? [] : [` (${address})`]),
  );
}

/** A task shows its checkbox instead of the bullet. */
function finishTask(item: HTMLLIElement): void {
  if (/^\s*[☐☑] /.test(item.textContent)) item.classList.add('task');
}

/** The texts that may contain marks: not code, and not links. */
function textsOf(nodes: DocumentFragment): Text[] {
  const walker = document.createTreeWalker(nodes, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text && node.data.includes('[') && !node.parentElement?.closest('code, a'))
      texts.push(node);
  }
  return texts;
}

function finishCode(code: HTMLPreElement, { text }: ProseContext): void {
  const block = document.createElement('div');
  const bar = document.createElement('div');
  const language = document.createElement('span');
  const copy = new CopyButton();
  block.className = 'code';
  bar.className = 'bar';
  language.textContent = code.dataset.language || text('code');
  copy.words = { label: text('copyCode'), copied: text('copied'), failed: text('copyFailed') };
  // The code may have grown since then.
  copy.content = () => copy.closest('.code')?.querySelector('pre')?.textContent ?? '';
  bar.append(language, copy);
  code.replaceWith(block);
  block.append(bar, code);
  makeScrollable(code, text('code'));
}

/** In Latin letters: up to here a cell is one line, such as "2 min", and beyond there a text that needs lines of some length. */
const shortCell = 8;
const longCell = 18;

/** In a narrow window a table scrolls before its texts are squeezed to a word a line. */
function finishTable(table: HTMLTableElement, { text }: ProseContext): void {
  for (const cell of table.querySelectorAll('th, td')) {
    const width = widthOf(cell.textContent);
    if (width > longCell) cell.classList.add('long');
    else if (width <= shortCell) cell.classList.add('short');
  }
  makeScrollable(table, text('table'));
}

/** About the width of a line of text, in Latin letters: CJK signs are twice as wide. */
const widthOf = (line: string): number =>
  line.length + (line.match(/[\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/g)?.length ?? 0);

/** Puts wide content into a frame that scrolls sideways and that the keyboard can reach. */
export function makeScrollable(content: HTMLElement, label: string): void {
  const frame = document.createElement('div');
  frame.className = 'scrollable';
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', label);
  content.replaceWith(frame);
  frame.append(content);
}
