import { escapeHtml } from '../../../../../markup/html.ts';
import { createXmlReader } from '../../../../xml-reader.ts';

/** What an entry says of itself, in the words of its format; `''` for what it lacks. */
export interface SaidEntry {
  readonly url: string;
  readonly changed: string;
  readonly title: string;
  readonly html: string;
  readonly published: string;
}

/** Longest value of a field, in characters; the text of an entry may be as long. */
const longestField = 1_000_001;

/**
 * Entries of an RSS, Atom or RDF feed, at most `most`; `undefined` for anything else and for a feed that ends before its end. Elements
 * of other vocabularies that say the same (`dc:date`, `content:encoded`, `atom:updated`) count under any prefix.
 */
export const readXmlFeed = (text: string, most: number): readonly SaidEntry[] | undefined => {
  const entries: SaidEntry[] = [];
  let isFeed = false;
  /** Elements of the entry that is open, by their name without the feed's own prefix. */
  let fields: Map<string, string> | undefined;
  let entryName = '';
  let entryDepth = 0;
  let prefix = '';
  let field = '';
  const value = createValue();
  /** True within content of Atom that is written as elements. */
  let isMarkup = false;
  const keep = (name: string, said: string) => {
    if (said !== '' && fields?.has(name) === false) fields.set(name, said);
  };

  const xml = createXmlReader({
    open(name, depth, attributes) {
      const local = name.replace(/^.*:/, '');
      if (depth === 1) isFeed = roots.has(local);
      if (fields === undefined) {
        if (depth > 3 || (local !== 'item' && local !== 'entry')) return;
        [fields, entryName, entryDepth] = [new Map(), name, depth];
        prefix = name.slice(0, name.length - local.length);
        return;
      }
      if (depth > entryDepth + 1) {
        if (isMarkup) value.add(openingTag(local, attributes));
        return;
      }
      field = name.startsWith(prefix) ? name.slice(prefix.length) : name;
      const { type } = attributes;
      isMarkup = type === 'xhtml';
      if (field === 'link' && attributes['href'] !== undefined)
        keep(
          attributes['rel'] === undefined || attributes['rel'] === 'alternate' ? 'link' : 'other link',
          attributes['href'],
        );
      if (field === 'content' && type !== 'html' && type !== 'xhtml') field = 'plain content';
      if (field === 'guid' && attributes['ispermalink'] === 'false') field = 'name';
    },
    text(piece, depth) {
      if (field !== '' && (isMarkup || depth === entryDepth + 1))
        value.add(isMarkup ? escapeHtml(piece) : piece);
    },
    close(name, depth) {
      if (fields === undefined) return;
      if (depth === entryDepth && name === entryName) {
        entries.push(said(fields));
        fields = undefined;
        if (entries.length >= most) xml.stop();
      } else if (depth === entryDepth + 1) {
        keep(field, value.take().trim());
        [field, isMarkup] = ['', false];
      } else if (isMarkup) value.add(`</${name.replace(/^.*:/, '')}>`);
    },
  });
  xml.write(text);
  const isWhole = xml.end() || entries.length >= most;
  return isFeed && isWhole ? entries : undefined;
};

/** Joins the pieces of a value before there are so many that they take more memory than the text. */
const createValue = () => {
  let pieces: string[] = [];
  let length = 0;
  return {
    add(piece: string): void {
      if (length > longestField) return;
      length += piece.length;
      pieces.push(piece);
      if (pieces.length >= mostPieces) pieces = [pieces.join('')];
    },
    take(): string {
      const value = pieces.join('');
      [pieces, length] = [[], 0];
      return value;
    },
  };
};

const mostPieces = 4_096;

const roots: ReadonlySet<string> = new Set(['rss', 'feed', 'rdf']);

const openingTag = (name: string, attributes: Readonly<Record<string, string>>): string =>
  `<${name}${Object.entries(attributes)
    .filter(([key]) => /^[\w-]+$/.test(key))
    .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
    .join('')}>`;

const said = (fields: ReadonlyMap<string, string>): SaidEntry => {
  const first = (...names: readonly string[]) => names.map((name) => fields.get(name)).find(Boolean) ?? '';
  return {
    url: first('link', 'other link', 'guid'),
    changed: first('atom:updated', 'updated', 'pubdate', 'published', 'dc:date', 'date'),
    title: first('title'),
    html: first('content:encoded', 'content') || markupIn(first('description', 'summary')),
    published: first('pubdate', 'published', 'dc:date', 'date'),
  };
};

/** A description that is written like an article, since many feeds have their whole texts there. */
const markupIn = (description: string): string =>
  /<(?:p|h[2-6]|ul|ol|br|div)[\s/>]/i.test(description) ? description : '';
