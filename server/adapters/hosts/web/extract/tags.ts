import { allOf, textOf, type DomDocument } from './dom.ts';
import type { LinkedData } from './json-ld.ts';

/** The tags that a page names in its metadata, microdata and links. */
export const tagsOf = (document: DomDocument, data: LinkedData): string[] => {
  const given = allOf(document, 'meta[property="article:tag" i][content]').map(
    (meta) => meta.getAttribute('content') ?? '',
  );
  const keywords = allOf(document, '[itemprop~="keywords" i]')
    .slice(0, 20)
    .flatMap((element) => (element.getAttribute('content') ?? textOf(element)).split(/[,，;；、]/));
  const linked = allOf(document, 'a[rel~="tag" i], .p-category').map(textOf);
  const all = [...(given.length > 0 ? given : [...data.keywords, ...keywords]), ...linked].map((tag) =>
    tag.replace(/^#\s*/, '').trim(),
  );
  return [...new Set(all.filter((tag) => tag !== '' && tag.length <= 60))].slice(0, 20);
};
