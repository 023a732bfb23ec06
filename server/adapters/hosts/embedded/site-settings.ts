import { splitFrontMatter } from './content/front-matter.ts';
import { readInside } from './content/folder.ts';
import type { SiteLanguage } from './texts.ts';

/** Title and description of the site in each language; `''` for no description. */
export interface SiteSettings {
  readonly title: Readonly<Record<SiteLanguage, string>>;
  readonly description: Readonly<Record<SiteLanguage, string>>;
}

/** In order of preference; the last one belongs to Hexo and Jekyll. */
const files = ['site.yaml', 'site.yml', '_config.yml'];
const maxBytes = 100_000;

/**
 * Reads `title` and `description` from the content folder's `site.yaml` (a text, or `zh:` and `en:`). Unreadable values
 * count as not set; the default title is the folder's name.
 */
export const readSiteSettings = async (root: string, folderName: string): Promise<SiteSettings> => {
  const data = await readFirst(root);
  return { title: inBoth(data['title'], folderName), description: inBoth(data['description'], '') };
};

const readFirst = async (root: string): Promise<Readonly<Record<string, unknown>>> => {
  for (const name of files) {
    const bytes = await readInside(root, name, maxBytes)
      .then((file) => file?.bytes)
      .catch(() => undefined);
    if (!bytes) continue;
    const split = splitFrontMatter(
      `---\n${new TextDecoder().decode(bytes).replace(/^---[ \t]*\n/, '')}\n---\n`,
    );
    if (split.ok) return split.data;
  }
  return {};
};

const inBoth = (value: unknown, otherwise: string): Record<SiteLanguage, string> => {
  if (typeof value === 'string' && value.trim() !== '') return { zh: value.trim(), en: value.trim() };
  const of = (name: SiteLanguage) => {
    const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
    return typeof text === 'string' ? text.trim() : '';
  };
  return { zh: of('zh') || of('en') || otherwise, en: of('en') || of('zh') || otherwise };
};
