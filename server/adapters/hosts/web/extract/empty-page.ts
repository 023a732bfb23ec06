import { explained, type ExplainedText } from '../../../../kit/explained.ts';
import { allOf, lengthOf, metaOf, textOf, type DomDocument } from './dom.ts';

const placeholder =
  /coming soon|(?:launching|opening) soon|under construction|(?:down for|under|scheduled|in) maintenance|maintenance mode|敬请期待|即将(?:上线|开放|推出)|(?:建设|维护|开发|施工)中/i;
/** Maximum length of an "under construction" notice; an article about construction is longer. */
const longestNotice = 300;

/** Reason why a page has no text, as far as it can be recognized. */
export const emptyReason = (document: DomDocument): ExplainedText => {
  if (isPlaceholder(document)) return explained('left_coming_soon');
  return explained(isShell(document) ? 'left_scripts' : 'left_no_text');
};

/** True for the placeholder page of a site that is not open yet. */
export const isPlaceholder = (document: DomDocument): boolean =>
  document.body !== null &&
  lengthOf(document.body) < longestNotice &&
  [textOf(document.querySelector('title')), metaOf(document, 'og:title'), ...captions(document)].some(
    (text) => placeholder.test(text),
  );

const captions = (document: DomDocument): string[] => allOf(document, 'h1, h2').map(textOf);

/** True for the shell of a single-page application, whose text is rendered by a script. */
const isShell = (document: DomDocument): boolean =>
  document.querySelector('script[src], script[type="module"]') !== null &&
  allOf(document, 'body div[id], body app-root, body main').some(
    (element) => !/\S/.test(element.textContent) && element.querySelector('img, video, iframe') === null,
  );
