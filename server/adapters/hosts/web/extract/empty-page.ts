import { explained, type ExplainedText } from '../../../../kit/explained.ts';
import { allOf, lengthOf, metaOf, textOf, type DomDocument } from './dom.ts';

const placeholder =
  /coming soon|(?:launching|opening) soon|under construction|(?:down for|under|scheduled|in) maintenance|maintenance mode|敬请期待|即将(?:上线|开放|推出)|(?:建设|维护|开发|施工)中/i;
/** A notice has few words; an article about building works has more. */
const longestNotice = 300;

/** Reason why a page without an article shows nothing, as far as the page tells. */
export const emptyReason = (document: DomDocument): ExplainedText => {
  if (isPlaceholder(document)) return explained('left_coming_soon');
  return explained(isShell(document) ? 'left_scripts' : 'left_no_text');
};

/** True for the page that stands in for a site that is not open. */
export const isPlaceholder = (document: DomDocument): boolean =>
  document.body !== null &&
  lengthOf(document.body) < longestNotice &&
  [textOf(document.querySelector('title')), metaOf(document, 'og:title'), ...captions(document)].some(
    (text) => placeholder.test(text),
  );

const captions = (document: DomDocument): string[] => allOf(document, 'h1, h2').map(textOf);

/** An application puts its text into an empty element by a script. */
const isShell = (document: DomDocument): boolean =>
  document.querySelector('script[src], script[type="module"]') !== null &&
  allOf(document, 'body div[id], body app-root, body main').some(
    (element) => !/\S/.test(element.textContent) && element.querySelector('img, video, iframe') === null,
  );
