const pluginParts: readonly string[] = [
  // Tables of contents.
  'ez-toc-v2[\\w-]*|ez-toc-container|lwptoc|uagb-toc__wrap|simpletoc-list|kb-table-of-content[\\w-]*',
  'wp-block-(?:rank-math-toc-block|uagb-table-of-contents|simpletoc-toc|yoast-seo-table-of-contents)',
  'elementor-widget-table-of-contents',
  // Other articles.
  'jp-relatedposts|yarpp(?:-related)?|crp_related|rp4wp-related-posts|wp_rp_wrap|(?:post-)?related[-_](?:posts?|articles?)',
  'wp-block-(?:query|latest-posts|latest-comments|archives|categories|tag-cloud|page-list|calendar|rss|comments)',
  'wp-block-(?:post-navigation-link|jetpack-related-posts|search|loginout)|elementor-widget-(?:archive-)?posts',
  // Shares, authors, ratings and sign-ups.
  'sharedaddy|heateor_sss_sharing_container|addtoany_content|addtoany_share_save_container|a2a_kit|ssba',
  'swp_social_panel|et_social_inline|saboxplugin-wrap|m-a-box|pp-multiple-authors-boxes-wrapper',
  'kk-star-ratings|post-ratings|rmp-widgets-container|post-views|pvc_stats|wpulike',
  'wp-block-jetpack-subscriptions|mailpoet_form|mc4wp-form|kg-signup-card',
  // Names of the site behind a bookmark, and the controls of a player, of Ghost.
  'kg-bookmark-metadata|kg-audio-player',
];
const pluginPart = new RegExp(`^(?:${pluginParts.join('|')})$`, 'i');
const disclosure =
  /accordion|collaps|disclosure|toggle|faq|tab[-_]{0,2}(?:content|panel|pane)|(?:^|\s)panel(?:\s|$)/i;
const readNames = 300;

/** Classes of an element, of at most 300 characters. */
export const classNames = (classAttribute: string): string[] =>
  classAttribute.slice(0, readNames).split(/\s+/).filter(Boolean);

/** True for the class of what a plugin writes into an article and is none of its text, such as related posts. */
export const isPluginPart = (classAttribute: string): boolean =>
  classAttribute !== '' && classNames(classAttribute).some((name) => pluginPart.test(name));

/** True for the class of an accordion or a tab, of its caption or its panel. */
export const isDisclosure = (classAttribute: string): boolean =>
  classAttribute !== '' && disclosure.test(classAttribute.slice(0, readNames));

/** Ids of the elements that an element opens: a button, or whatever its theme makes one. */
export const openedBy = (attributeOf: (name: string) => string | null | undefined): readonly string[] =>
  [
    ...(attributeOf('aria-controls') ?? '').slice(0, readNames).split(/\s+/),
    ...['data-target', 'data-bs-target'].map(
      (name) => /^#([^\s#.>,]+)$/.exec(attributeOf(name) ?? '')?.[1] ?? '',
    ),
  ].filter(Boolean);
