import { fieldsOf, textOf } from '../kit/coerce.ts';

/** Finds the page's placeholder for the map. */
const placeholderMark = 'data-docent-mind-map';
const longestName = 253;

export const placeholderOnPage = (): Element | undefined =>
  document.querySelector(`[${placeholderMark}]`) ?? undefined;

/**
 * Creates a reader of the current article's id: from the placeholder or the page's markup, otherwise the page
 * context, otherwise an element of the article's reactions, otherwise its comments. A page context left over from
 * before a navigation without page load is ignored.
 */
export function createPostFinder(): (placeholder?: Element) => string | undefined {
  const seen = new WeakMap<Element, { readonly text: string; readonly path: string }>();

  function fromContext(): string | undefined {
    const script = document.querySelector('script#ai-suite-page-context');
    if (!script) return undefined;
    const text = script.textContent;
    const before = seen.get(script);
    if (before?.text !== text) seen.set(script, { text, path: location.pathname });
    else if (before.path !== location.pathname) return undefined;
    return postOfContext(text);
  }

  return (placeholder) =>
    named(placeholder?.getAttribute(placeholderMark)) ??
    named(document.querySelector('[data-docent-post]')?.getAttribute('data-docent-post')) ??
    fromContext() ??
    onlyOne(
      [...document.querySelectorAll('[data-target="Post" i][data-id]')].map((each) =>
        each.getAttribute('data-id'),
      ),
    ) ??
    onlyOne(
      [...document.querySelectorAll('[id^="comment-"][id*="-Post-"]')].map(({ id }) =>
        id.replace(/^.*?-Post-/, ''),
      ),
    ) ??
    onlyOne(platformSigns());
}

/** What the platforms themselves put on every page of an article, whatever the theme: ids of the article. */
const platformSigns = (): readonly string[] => [
  // Halo counts visits by a script that names the post.
  ...[...document.querySelectorAll('script[src*="halo-tracker"][data-name]')].flatMap((script) => {
    const plural = script.getAttribute('data-plural');
    const name = script.getAttribute('data-name') ?? '';
    return plural === 'posts' ? [name] : plural === 'singlepages' ? [`page:${name}`] : [];
  }),
  // WordPress writes the number of a post or page into the classes of the body.
  ...[...document.body.classList].flatMap((name) => {
    const [, post, page] = /^(?:postid-(\d+)|page-id-(\d+))$/.exec(name) ?? [];
    return post !== undefined ? [`post-${post}`] : page !== undefined ? [`page-${page}`] : [];
  }),
  // Ghost's comments name their post.
  ...[...document.querySelectorAll('script[data-ghost-comments][data-post-id]')].map(
    (script) => script.getAttribute('data-post-id') ?? '',
  ),
];

/** The article that a page context names. */
function postOfContext(text: string): string | undefined {
  try {
    const { type, postName } = fieldsOf(JSON.parse(text));
    return type === 'post' ? named(textOf(postName, longestName + 1)) : undefined;
  } catch {
    return undefined;
  }
}

/** A page that shows several articles is a list. */
function onlyOne(names: readonly (string | null)[]): string | undefined {
  const different = new Set(names.map(named).filter((name) => name !== undefined));
  return different.size === 1 ? [...different][0] : undefined;
}

function named(name: string | null | undefined): string | undefined {
  const trimmed = name?.trim() ?? '';
  return trimmed === '' || trimmed.length > longestName ? undefined : trimmed;
}
