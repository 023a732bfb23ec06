import { parseJson } from '../../../../kit/json.ts';
import { allOf, type DomDocument } from './dom.ts';

/** Article metadata in JSON-LD (schema.org). Texts are `''` when absent. */
export interface LinkedData {
  readonly isArticle: boolean;
  /** True when the page declares itself a list. */
  readonly isCollection: boolean;
  readonly isFree: boolean;
  readonly headline: string;
  readonly published: string;
  readonly modified: string;
  readonly language: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** Text of the article, with its line breaks; most pages leave it out. */
  readonly body: string;
}

type Node = Readonly<Record<string, unknown>>;

const articleTypes =
  /^(?:\w*Article|\w*BlogPosting|LiveBlogPosting|HowTo|Recipe|Review|QAPage|FAQPage|DiscussionForumPosting)$/;
const maxNodes = 500;

export const readLinkedData = (document: DomDocument): LinkedData => {
  const nodes = nodesIn(document);
  const typed = (pattern: RegExp) => nodes.filter((node) => typesOf(node).some((type) => pattern.test(type)));
  const articles = typed(articleTypes);
  const page = articles[0] ?? typed(/^WebPage$/)[0];
  return {
    isArticle: articles.length > 0,
    isCollection:
      articles.length === 0 && typed(/^(?:CollectionPage|SearchResultsPage|ProfilePage)$/).length > 0,
    isFree: !nodes.some((node) =>
      /^(?:false|https?:\/\/schema\.org\/False)$/i.test(textIn(node['isAccessibleForFree'])),
    ),
    headline: articles.length > 0 ? textIn(page?.['headline']) || textIn(page?.['name']) : '',
    published: textIn(page?.['datePublished']) || textIn(page?.['dateCreated']),
    modified: textIn(page?.['dateModified']),
    language: textIn(page?.['inLanguage']),
    description: textIn(page?.['description']),
    keywords: keywordsIn(page),
    body: typeof page?.['articleBody'] === 'string' ? page['articleBody'] : '',
  };
};

const nodesIn = (document: DomDocument): Node[] => {
  const found: Node[] = [];
  const queue: unknown[] = allOf(document, 'script[type="application/ld+json"]').map((script) =>
    parse(script.textContent),
  );
  while (queue.length > 0 && found.length < maxNodes) {
    const value = queue.shift();
    if (Array.isArray(value)) queue.push(...value.slice(0, maxNodes));
    else if (isNode(value)) {
      found.push(value);
      queue.push(value['@graph'], value['mainEntity'], value['mainEntityOfPage'], value['hasPart']);
    }
  }
  return found;
};

/** Parses the data leniently: some generators wrap it in comments or leave line breaks in strings. */
const parse = (text: string): unknown => {
  const bare = text.replace(
    /^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)|(?:-->|\/\*\s*\]\]>\s*\*\/|\]\]>)\s*$/g,
    '',
  );
  return parseJson(bare) ?? parseJson(bare.replace(/\p{Cc}+/gu, ' '));
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const typesOf = (node: Node): string[] =>
  [node['@type']].flat().flatMap((type) => (typeof type === 'string' ? [type.replace(/^.*[/:]/, '')] : []));

const textIn = (value: unknown): string => {
  if (Array.isArray(value)) return textIn(value[0]);
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim();
  if (typeof value === 'boolean') return String(value);
  if (isNode(value)) return textIn(value['@value'] ?? value['name'] ?? '');
  return '';
};

const keywordsIn = (node: Node | undefined): string[] => {
  const given = [node?.['keywords']].flat().map(textIn);
  return given
    .flatMap((text) => text.split(/[,，、;]/))
    .map((word) => word.trim())
    .filter(Boolean);
};
