/** A selection of fewer letters is a word that was clicked; a longer one is cut. */
const fewest = 8;
const most = 600;

/** The text that is selected on the page, `''` when there is none: neither in a field nor in a widget of ours. */
function selectedText(): string {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return '';
  const { commonAncestorContainer: node } = selection.getRangeAt(0);
  const element = node instanceof Element ? node : node.parentElement;
  if (!element || element.closest('docent-chat, docent-search, docent-mind-map, input, textarea')) return '';
  return shortened(selection.toString());
}

/** Calls `changed` with the selected text of the page whenever it becomes another one. Returns a function that stops it. */
export function watchSelection(changed: (text: string) => void): () => void {
  let seen = '';
  const look = () => {
    const text = selectedText();
    if (text !== seen) changed((seen = text));
  };
  look();
  document.addEventListener('selectionchange', look);
  return () => document.removeEventListener('selectionchange', look);
}

/** One line of at most so many characters, cut at a word; `''` for too short a text. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if ((line.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < fewest) return '';
  if (line.length <= most) return line;
  const cut = line.slice(0, most).toWellFormed();
  const end = cut.lastIndexOf(' ');
  return `${end > most / 2 ? cut.slice(0, end) : cut}…`;
}

/** A question with the passage that it is about, as it is sent and shown. */
export const withPassage = (question: string, passage: string): string =>
  passage === '' ? question : `${question}\n\n“${passage}”`;
