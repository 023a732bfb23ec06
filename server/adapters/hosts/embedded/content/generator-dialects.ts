import {
  type InterfaceLanguage,
  isInterfaceLanguage,
} from '../../../../../contract/site/interface-language.ts';
import { headingSlug } from '../../../../markup/heading-id.ts';
import { guessLanguage } from '../../../../text/language.ts';
import { truncate } from '../../../../text/text.ts';
import type { Term } from '../../../../ports/host.ts';
import { readDate } from './dates.ts';
import type { FrontMatter } from '../../../../markup/front-matter.ts';
import { languageOf, nameOf } from './file-name.ts';
import { firstHeading, leadOf } from './plain-text.ts';

/** Metadata of a file by the conventions of Hexo, Hugo, Jekyll and VitePress. Times are epoch milliseconds. */
export interface ArticleMetadata {
  readonly title: string;
  /** Wanted last part of the address; other files may claim the same. */
  readonly slug: string;
  readonly isDraft: boolean;
  readonly publishedAt: number | undefined;
  readonly modifiedAt: number | undefined;
  readonly expiresAt: number | undefined;
  readonly tags: readonly Term[];
  readonly categories: readonly Term[];
  /** Written by a person; `''` when there is none. */
  readonly excerpt: string;
  readonly visibility: 'public' | 'limited';
  /** `''` when undetermined. */
  readonly language: InterfaceLanguage | '';
  /** Equal for the translations of one article. */
  readonly translationKey: string;
  /** Previous addresses of the article; they redirect to it. */
  readonly formerPaths: readonly string[];
  /** Questions that the chat offers on its page. */
  readonly questions: readonly string[];
}

export interface SourceFile {
  /** Relative to the content folder, with `/`. */
  readonly path: string;
  readonly data: FrontMatter;
  readonly body: string;
}

const maxTitleLength = 300;
const maxExcerptLength = 1000;
const maxTerms = 50;
const maxQuestions = 6;
const maxQuestionLength = 200;
const maxTermLength = 100;

/**
 * Maps a file to an article; in each row the first value present wins.
 *
 * | ours       | Hexo, Hugo, Jekyll, VitePress                                                                    |
 * |------------|--------------------------------------------------------------------------------------------------|
 * | title      | `title`, the first `#` heading, the file name                                                    |
 * | slug       | `slug`, `abbrlink`, last part of `permalink` or `url`, file name (folder name for `index.md`)    |
 * | published  | `date`, `publishDate`, `pubDate`, `created`, the date in the file name                           |
 * | modified   | `updated`, `lastmod`, `last_modified_at`, `lastUpdated`, `modified`                              |
 * | draft      | `draft: true`, `published: false`, `publish: false` (Obsidian), `status: draft`                  |
 * | expires    | `expiryDate`, `expires`                                                                          |
 * | tags       | `tags`, `tag`: a list, or a text divided by commas, else blanks                      |
 * | categories | `categories`, `category`: the same; nested lists are flattened                                   |
 * | excerpt    | `excerpt`, `description`, `summary`, else the text before `<!-- more -->`                        |
 * | limited    | `visibility` other than `public`, `private: true`, `password`                                    |
 * | language   | `lang`, `language`, `locale`, the folder or suffix `zh`, `en`, else the script of the text       |
 */
export const readDialect = ({ path, data: written, body }: SourceFile): ArticleMetadata => {
  const name = nameOf(path);
  const data = inLowerCase(written);
  const title = truncate(text(data, 'title') || firstHeading(body) || name.words, maxTitleLength, '…');
  return {
    title,
    slug: slugOf(data, name.slug),
    isDraft: isDraft(data),
    publishedAt: date(data, 'date', 'publishDate', 'pubDate', 'created', 'createdAt') ?? name.date,
    modifiedAt: date(data, 'updated', 'lastmod', 'last_modified_at', 'lastUpdated', 'modified', 'updatedAt'),
    expiresAt: date(data, 'expiryDate', 'expires'),
    tags: terms(value(data, 'tags', 'tag')),
    categories: terms(value(data, 'categories', 'category')),
    excerpt: truncate(text(data, 'excerpt', 'description', 'summary') || leadOf(body), maxExcerptLength, '…'),
    visibility: isLimited(data) ? 'limited' : 'public',
    language: declaredLanguage(data) || name.language || scriptOf(`${title}\n${body.slice(0, 1000)}`),
    translationKey: name.translationKey,
    formerPaths: formerPaths(data),
    questions: questionsIn(data['questions']),
  };
};

/** Hugo takes names in any case; those that are written in lower case come first. */
const inLowerCase = (data: FrontMatter): FrontMatter =>
  Object.fromEntries([
    ...Object.entries(data).map(([name, found]) => [name.toLowerCase(), found] as const),
    ...Object.entries(data).filter(([name]) => name === name.toLowerCase()),
  ]);

const value = (data: FrontMatter, ...names: readonly string[]): unknown =>
  names
    .map((name) => name.toLowerCase())
    .map((name) => (Object.hasOwn(data, name) ? data[name] : undefined))
    .find((found) => found !== undefined && found !== null && found !== '');

const text = (data: FrontMatter, ...names: readonly string[]): string => asText(value(data, ...names));

const asText = (found: unknown): string =>
  typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean'
    ? String(found)
        .toWellFormed()
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
    : '';

const date = (data: FrontMatter, ...names: readonly string[]): number | undefined =>
  readDate(value(data, ...names));

/** True when a name has this answer in any spelling of YAML 1.1, by which Jekyll reads, or of Hugo. */
const says = (data: FrontMatter, name: string, answer: keyof typeof answers): boolean =>
  answers[answer].includes(text(data, name).toLowerCase());

const answers = { true: ['true', 'yes', 'on', '1'], false: ['false', 'no', 'off', '0'] };

const isDraft = (data: FrontMatter): boolean =>
  says(data, 'draft', 'true') ||
  says(data, 'published', 'false') ||
  says(data, 'publish', 'false') ||
  /^(?:draft|pending)$/i.test(text(data, 'status'));

const isLimited = (data: FrontMatter): boolean =>
  !['', 'public'].includes(text(data, 'visibility').toLowerCase()) ||
  says(data, 'private', 'true') ||
  /^(?:private|internal)$/i.test(text(data, 'status')) ||
  text(data, 'password') !== '';

const terms = (found: unknown): Term[] => {
  const names = new Map<string, Term>();
  for (const name of namesOf(found).slice(0, maxTerms)) {
    const slug = headingSlug(name);
    if (slug !== '' && !names.has(slug)) names.set(slug, { name, slug });
  }
  return [...names.values()];
};

const namesOf = (found: unknown): string[] => {
  if (Array.isArray(found)) return found.flat(4).slice(0, maxTerms).map(asText);
  const joined = asText(found);
  return joined
    .split(/[,，]/.test(joined) ? /[,，]/ : /\s+/)
    .map((name) => truncate(name.trim(), maxTermLength));
};

const slugOf = (data: FrontMatter, fileSlug: string): string => {
  const pattern = text(data, 'permalink', 'url');
  const address = pattern.includes(':')
    ? ''
    : pattern.replace(/[?#][^]*$/, '').replace(/(?<!\/)\/+$|\/?(?:index)?\.html?$/, '');
  const wanted = text(data, 'slug') || text(data, 'abbrlink') || address.slice(address.lastIndexOf('/') + 1);
  return headingSlug(wanted) || headingSlug(fileSlug);
};

/** A list of questions, or one; as many as a page offers. */
const questionsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((each): each is string => typeof each === 'string')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each.length <= maxQuestionLength)
    .slice(0, maxQuestions);

const formerPaths = (data: FrontMatter): string[] => {
  const listed = ['aliases', 'alias', 'redirect_from'].flatMap((name) =>
    [value(data, name)].flat(1).map(asText),
  );
  return [text(data, 'permalink', 'url'), ...listed]
    .filter((path) => /^\/[^/\\:]/.test(path) && !path.includes(':'))
    .slice(0, maxTerms);
};

const declaredLanguage = (data: FrontMatter): InterfaceLanguage | '' =>
  languageOf(text(data, 'lang', 'language', 'locale'));

const scriptOf = (sample: string): InterfaceLanguage | '' => {
  const language = guessLanguage(sample);
  return isInterfaceLanguage(language) ? language : '';
};
