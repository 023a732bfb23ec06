/** Addresses that hold lists, sign-ins or machinery on most sites, and no articles. */
const noArticles =
  /(?:^|\/)(?:tags?|categor(?:y|ies)|author|authors|search|wp-json|wp-admin|wp-login\.php|wp-content|wp-includes|cgi-bin|login|signin|sign-in|signup|register|logout|cart|checkout|account|my-account|xmlrpc\.php|feed|rss|embed|amp|_next|_astro|_nuxt|cdn-cgi)(?:\/|$)|\/page\/\d+\/?$|\/comment-page-\d+/i;
const files =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|css|m?js|json|xml|txt|pdf|zip|gz|tgz|tar|rar|7z|exe|dmg|iso|mp[34]|m4[av]|webm|og[gv]|wav|mov|avi|woff2?|ttf|eot|docx?|xlsx?|pptx?|csv|apk|rss|atom|md)$/i;
const maxPathLength = 1_000;

/** Which addresses of a site may hold articles: the operator's patterns decide before the usual conventions. */
export const createPathFilter = (rules: {
  readonly folder: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}): ((path: string) => boolean) => {
  const { folder, include, exclude } = rules;
  return (path) => {
    if (path.length > maxPathLength || !path.startsWith(folder)) return false;
    if (exclude.some((pattern) => matches(pattern, path))) return false;
    if (include.length > 0) return include.some((pattern) => matches(pattern, path));
    const [bare = ''] = path.split('?', 1);
    return !noArticles.test(bare) && !files.test(bare);
  };
};

/** Addresses without what only counts visits or answers a comment; queries keep their order. */
export const tidyPath = (path: string): string => {
  const [bare = '', query] = path.split('?', 2);
  if (query === undefined || query === '') return bare;
  const kept = query
    .split('&')
    .filter(
      (part) =>
        part !== '' &&
        !/^(?:utm_\w+|fbclid|gclid|msclkid|mc_\w+|ref|replytocom|share|amp)(?:=|$)/i.test(part),
    );
  return kept.length === 0 ? bare : `${bare}?${kept.join('&')}`;
};

/** Whether a pattern with `*` for anything fits the beginning of a path, as in robots.txt; `$` ends it. Linear time. */
export const matches = (pattern: string, path: string): boolean => {
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
