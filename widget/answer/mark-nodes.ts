import type { Citation, MarkQuote } from '../../contract/articles/articles.ts';
import { isThisPage, pageUrl, passageUrl } from './links.ts';
import { splitMarks } from './marks.ts';
import type { Texts } from '../texts/texts.ts';

/** Everything that the text of an answer refers to. */
export interface ProseContext {
  readonly text: Texts;
  /** Origin of the articles. */
  readonly site: string;
  readonly citations: readonly Citation[];
  /** The passages of the marks, once the answer is complete. */
  readonly quotes: readonly MarkQuote[];
  /** The displayed number of each position in the citations. */
  readonly numbers: ReadonlyMap<number, number>;
  /** False when sources are hidden, and with them the marks. */
  readonly showMarks: boolean;
}

/** True when the browser can highlight a quoted passage on the page it opens. */
export const canHighlight = 'fragmentDirective' in document;

/** The source of each mark on the page. */
const sources = new WeakMap<Element, Citation>();

export const sourceOf = (mark: Element): Citation | undefined => sources.get(mark);

/** Counts the marks of an answer, so that each is matched with its own passage. */
export interface MarkCounter {
  count: number;
}

/** Text with its citation marks as small links to the passage; the panel leads a plain click to the list of sources. */
export function markedText(words: string, context: ProseContext, counter: MarkCounter): DocumentFragment {
  const fragment = document.createDocumentFragment();
  let run: HTMLElement[] = [];
  let named = new Set<number>();
  const endRun = () => {
    fragment.append(...folded(run, context));
    [run, named] = [[], new Set()];
  };
  for (const piece of splitMarks(words, context.citations.length)) {
    if (typeof piece === 'string') {
      endRun();
      fragment.append(piece);
    } else
      for (const n of piece.numbers) {
        counter.count += 1;
        // A source that is named twice in one place says nothing more.
        if (context.showMarks && !named.has(n)) run.push(createMark(n, counter.count, context));
        named.add(n);
      }
  }
  endRun();
  return fragment;
}

/** So many marks side by side can be told apart; of more, some are folded. */
const mostBeside = 4;

/** Marks in one place; many of them end in a button that shows the rest. */
function folded(marks: readonly HTMLElement[], { text }: ProseContext): readonly HTMLElement[] {
  if (marks.length <= mostBeside) return marks;
  const rest = marks.slice(mostBeside - 1);
  const more = document.createElement('button');
  more.type = 'button';
  more.className = 'marks-more';
  more.textContent = `+${rest.length}`;
  more.setAttribute('aria-label', text('sources', { count: rest.length }));
  for (const mark of rest) mark.hidden = true;
  more.addEventListener('click', () => {
    for (const mark of rest) mark.hidden = false;
    rest[0]?.querySelector('a')?.focus();
    more.remove();
  });
  return [...marks.slice(0, mostBeside - 1), more, ...rest];
}

function createMark(n: number, place: number, context: ProseContext): HTMLElement {
  const element = document.createElement('sup');
  element.className = 'mark';
  const citation = context.citations[n - 1];
  const link = document.createElement(citation && pageUrl(citation, context.site) ? 'a' : 'span');
  link.dataset.article = String(n);
  link.dataset.place = String(place);
  element.append(link);
  describe(link, context);
  return element;
}

/** Adds to the marks below `root` the passages known once the answer is complete. */
export function updateMarks(root: Element, context: ProseContext): void {
  for (const link of root.querySelectorAll<HTMLElement>('.mark > *')) describe(link, context);
}

/** Sets label and link of a mark; without a page it is only a number. */
function describe(link: HTMLElement, { citations, quotes, numbers, site, text }: ProseContext): void {
  const [n, place] = [Number(link.dataset.article), Number(link.dataset.place)];
  const citation = citations[n - 1];
  if (!citation) return;
  const source = { ...citation, ...quoteOf(n, place, quotes) };
  const number = numbers.get(n) ?? n;
  const url = passageUrl(source, site, canHighlight);
  sources.set(link, source);
  link.textContent = String(number);
  link.dataset.source = String(number);
  if (!url || !(link instanceof HTMLAnchorElement)) return;
  link.href = url;
  link.target = isThisPage(url) ? '_self' : '_blank';
  link.rel = 'noopener';
  link.setAttribute('aria-label', text('source', { number, title: source.title }));
}

/** The passage of this mark, if it has one. Older services quote once per article. */
function quoteOf(
  n: number,
  place: number,
  quotes: readonly MarkQuote[],
): Partial<Pick<Citation, 'quote' | 'anchor'>> {
  if (quotes.length === 0) return {};
  const found = quotes.find(({ mark, article }) => mark === place && article === n);
  return { quote: found?.quote, ...(found?.anchor && { anchor: found.anchor }) };
}
