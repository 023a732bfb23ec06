/** Selectors of an article's text in common themes, most reliable first. */
const bodies = [
  '[data-docent-article]',
  '[itemprop="articleBody"]',
  '#article-container',
  '.entry-content',
  '.gh-content',
  '.post-content',
  '#post-content',
  '.article-content',
  '#article-content',
  '.article__content',
  '.post__content',
  '.article-body',
  '.post-body',
  '.post-text',
  '.e-content',
  '.markdown-body',
  '.prose',
  'article .content',
  'article .text',
  'main .content',
];

/** Selectors of parts beside an article, not in it. */
const beside =
  'nav, aside, footer, header, form, dialog, [class*="comment"], [id*="comment"], [class*="sidebar"]';
/** Minimum text of an article, in characters. */
const leastText = 80;

/** The element whose children are the paragraphs of the article; `undefined` when the page shows none. */
export function articleBody(): Element | undefined {
  for (const selector of bodies) {
    const found = [...document.querySelectorAll(selector)].filter(isArticle);
    if (found.length > 0) return longest(found);
  }
  return likeliest();
}

/** Fallback without a known selector: the element with the most text in its own paragraphs, headings and lists. */
function likeliest(): Element | undefined {
  const weights = new Map<Element, number>();
  const parts = document.querySelectorAll('p, h2, h3, h4, ul, ol, pre, blockquote, table, figure');
  for (const part of parts) {
    const parent = part.parentElement;
    if (!parent || parent === document.body || part.closest(beside)) continue;
    weights.set(parent, (weights.get(parent) ?? 0) + part.textContent.trim().length);
  }
  const candidates = [...weights]
    .filter(([element, weight]) => weight >= leastText && element.children.length >= 3 && isShown(element))
    .toSorted(([, one], [, other]) => other - one);
  return candidates[0]?.[0];
}

const isArticle = (element: Element) =>
  !element.closest(beside) && element.textContent.trim().length >= leastText && isShown(element);

const isShown = (element: Element) => element.getClientRects().length > 0;

const longest = (elements: readonly Element[]): Element | undefined =>
  elements.toSorted((one, other) => other.textContent.length - one.textContent.length)[0];

/** Inserts `block` at the start of the body, after a leading heading of the article. */
export function putFirst(body: Element, block: Element): void {
  const [first, second] = [...body.children].filter((child) => child !== block);
  const leads = first?.matches('h1') || (first?.matches('header, hgroup') && first.querySelector('h1'));
  body.insertBefore(block, (leads ? second : first) ?? null);
}
