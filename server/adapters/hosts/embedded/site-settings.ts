import type { InterfaceLanguage } from '../../../../contract/site/interface-language.ts';
import { isRecord } from '../../../kit/json.ts';
import { splitFrontMatter } from '../../../markup/front-matter.ts';
import { readInside } from './content/folder.ts';

/** Title, description and sample questions of the site in each language; `''` for no description. */
export interface SiteSettings {
  readonly title: Readonly<Record<InterfaceLanguage, string>>;
  readonly description: Readonly<Record<InterfaceLanguage, string>>;
  /** Offered on the front page. */
  readonly questions: Readonly<Record<InterfaceLanguage, readonly string[]>>;
}

/** In order of preference; the last one belongs to Hexo and Jekyll. */
const files = ['site.yaml', 'site.yml', '_config.yml'];
const maxBytes = 100_000;

/**
 * Reads `title`, `description` and `questions` from the content folder's `site.yaml` (each once, or by `zh:` and `en:`).
 * Unreadable values count as not set; the default title is the folder's name.
 */
export const readSiteSettings = async (root: string, folderName: string): Promise<SiteSettings> => {
  const data = await readFirst(root);
  return {
    title: inBoth(data['title'], folderName),
    description: inBoth(data['description'], ''),
    questions: questionsIn(data['questions']),
  };
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

const maxQuestions = 6;

/** Questions of one language are those of both, as with the title. */
const questionsIn = (value: unknown): Record<InterfaceLanguage, readonly string[]> => {
  const listed = (list: unknown): string[] =>
    Array.isArray(list)
      ? list
          .flatMap((question: unknown) => (typeof question === 'string' ? [question.trim()] : []))
          .filter((question) => question !== '')
          .slice(0, maxQuestions)
      : [];
  const of = (name: InterfaceLanguage) => listed(isRecord(value) ? value[name] : undefined);
  if (Array.isArray(value)) return { zh: listed(value), en: listed(value) };
  return { zh: of('zh').length > 0 ? of('zh') : of('en'), en: of('en').length > 0 ? of('en') : of('zh') };
};

const inBoth = (value: unknown, otherwise: string): Record<InterfaceLanguage, string> => {
  if (typeof value === 'string' && value.trim() !== '') return { zh: value.trim(), en: value.trim() };
  const of = (name: InterfaceLanguage) => {
    const text = isRecord(value) ? value[name] : undefined;
    return typeof text === 'string' ? text.trim() : '';
  };
  return { zh: of('zh') || of('en') || otherwise, en: of('en') || of('zh') || otherwise };
};
