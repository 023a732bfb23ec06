import type { Citation } from '../../contract/articles.ts';
import { passageUrl } from './links.ts';
import { splitMarks } from './marks.ts';
import type { ChatText } from '../texts/text.ts';

/** What the text of an answer refers to. */
export interface ProseContext {
  readonly text: ChatText;
  /** Origin of the page, which is the site. */
  readonly site: string;
  readonly citations: readonly Citation[];
  /** Whether marks are shown; when sources are hidden they are left out. */
  readonly showMarks: boolean;
}

/** Browsers that can highlight a quoted passage on the page they open. */
export const canHighlight = 'fragmentDirective' in document;

/** What each mark on the page stands for. */
const sources = new WeakMap<Element, Citation>();

export const sourceOf = (mark: Element): Citation | undefined => sources.get(mark);

/** Text with its citation marks as small links to the passage; the panel leads a plain click to the list of sources. */
export function markedText(words: string, context: ProseContext): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const piece of splitMarks(words, context.citations.length)) {
    if (typeof piece === 'string') fragment.append(piece);
    else if (context.showMarks) for (const n of piece.numbers) fragment.append(mark(n, context));
  }
  return fragment;
}

function mark(n: number, { citations, site, text }: ProseContext): HTMLElement {
  const citation = citations[n - 1];
  const url = citation && passageUrl(citation, site, canHighlight);
  const element = document.createElement('sup');
  element.className = 'mark';
  const link = document.createElement(url ? 'a' : 'span');
  link.textContent = String(n);
  if (citation) sources.set(link, citation);
  if (link instanceof HTMLAnchorElement && url) {
    link.href = url;
    link.target = '_blank';
    link.rel = 'noopener';
    link.dataset.source = String(n);
    link.setAttribute('aria-label', text.source(n, citation?.title ?? ''));
  }
  element.append(link);
  return element;
}
