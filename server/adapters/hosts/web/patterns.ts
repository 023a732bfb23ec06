/** Paths of lists and of a platform's own files, without articles on most sites. */
const noArticles =
  /(?:^|\/)(?:tags?|categor(?:y|ies)|author|authors|wp-json|wp-admin|wp-login\.php|wp-content|wp-includes|cgi-bin|xmlrpc\.php|_next|_astro|_nuxt|cdn-cgi)(?:\/|$)|\/comment-page-\d+|^\/(?:feed|rss|embed|amp)(?:\/|$)|\/(?:feed|rss|embed|amp)\/./i;
/** Last path segments of other forms of a page, such as its feed; a real page may also have such a name. */
const otherForm = /.\/(?:feed|rss|embed|amp)\/?$/i;
/** Paths of actions such as signing in; a manual may have articles under such names. */
const actions =
  /(?:^|\/)(?:search|login|signin|sign-in|signup|register|logout|cart|checkout|account|my-account)(?:\/|$)/i;
const manual =
  /(?:^|\/)(?:docs?|documentation|manual|guides?|handbook|help|reference|api|cli|commands?|kb|knowledge-base|learn|tutorials?|wiki|faq|support|blog|posts?)\//i;
const files =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|css|m?js|json|xml|txt|pdf|zip|gz|tgz|tar|rar|7z|exe|dmg|iso|mp[34]|m4[av]|webm|og[gv]|wav|mov|avi|woff2?|ttf|eot|docx?|xlsx?|pptx?|csv|apk|rss|atom|md)$/i;
/** Further pages of a list and archives by date: no articles, but followed for links when there is no list. */
const archives =
  /(?:^|\/)page\/\d+\/?$|\/archives?\/?$|(?:^|\/)(?:19|20)\d\d\/(?:0[1-9]|1[0-2])(?:\/(?:0[1-9]|[12]\d|3[01]))?\/?$/i;
const furtherPage = /^(?:paged?|pg)=\d+$/i;
/** Query parameters of lists by term, author, month or search, as in WordPress without permalinks. */
const listQuery = /^(?:(?:s|search|cat|tag|author|feed)=|(?:m|year|monthnum)=\d)/i;
/** Query parameters that name one article, whatever the others are. */
const articleQuery = /^(?:p|page_id|id|post|post_id|article|aid|tid|item)=/i;
const maxPathLength = 1_000;

/** Creates a filter for paths that may be articles; the operator's patterns take precedence over conventions. */
export const createPathFilter = (rules: {
  readonly folder: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}): ((path: string) => boolean) => {
  const { folder, include, exclude } = rules;
  return (path) => {
    if (path.length > maxPathLength || !path.startsWith(folder)) return false;
    if (exclude.some((pattern) => matchesPath(pattern, path))) return false;
    if (include.length > 0) return include.some((pattern) => matchesPath(pattern, path));
    return pathKind(path) === 'article';
  };
};

/** Kind of page by its address: an article, an archive worth following, or neither. */
export const pathKind = (path: string): 'article' | 'archive' | 'other' => {
  const [bare = '', query = ''] = path.split('?', 2);
  const parts = query.split('&');
  if (files.test(bare) || noArticles.test(bare) || (actions.test(bare) && !manual.test(bare))) return 'other';
  if (archives.test(bare)) return 'archive';
  if (parts.some((part) => articleQuery.test(part))) return 'article';
  if (parts.some((part) => listQuery.test(part))) return 'other';
  return parts.some((part) => furtherPage.test(part)) ? 'archive' : 'article';
};

/** Addresses of the page of which this address may be the feed or another form; none for most addresses. */
export const plainForms = (path: string): readonly string[] => {
  const [bare = '', query] = path.split('?', 2);
  if (!otherForm.test(bare)) return [];
  const plain = bare.replace(/\/[^/]+\/?$/, '');
  return [plain, `${plain}/`, `${plain}.html`].map((form) =>
    query === undefined ? form : `${form}?${query}`,
  );
};

/** Parameters that change nothing about the text: tracking, sessions, replies, printing. */
const idle =
  /^(?:utm_\w+|fbclid|gclid|msclkid|yclid|_gl|spm|mc_\w+|ref|replytocom|share|amp|print|printable|phpsessid|jsessionid|sid|session_?id|zenid|oscsid|cfid|cftoken|aspsessionid\w+)(?:=|$)/i;

/** Removes parameters that change nothing about the text; others keep their order. */
export const tidyPath = (path: string): string => {
  const [whole = '', query] = path.split('?', 2);
  const bare = whole.replace(/;jsessionid=[^/]*/i, '');
  if (query === undefined || query === '') return bare;
  const kept = query.split('&').filter((part) => part !== '' && !idle.test(part));
  return kept.length === 0 ? bare : `${bare}?${kept.join('&')}`;
};

/**
 * True when a pattern matches the beginning of a path, as in robots.txt: `*` for any text, `$` for the end. Linear
 * time.
 */
export const matchesPath = (pattern: string, path: string): boolean => {
  const ends = pattern.endsWith('$');
  const parts = (ends ? pattern.slice(0, -1) : pattern).split('*');
  const [first = ''] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of parts.entries()) {
    if (index === 0) continue;
    const isLast = index === parts.length - 1;
    if (ends && isLast) return part === '' || (path.length - part.length >= at && path.endsWith(part));
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return !ends || at === path.length;
};
