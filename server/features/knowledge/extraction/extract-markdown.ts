import type { Token, Tokens } from 'marked';
import { createFenceTracker } from '../../../markup/dialect/fence-tracker.ts';
import { createHeadingIds } from '../../../markup/heading-id.ts';
import { lexMarkdown, plainInline } from '../../../markup/markdown.ts';
import { withDollars } from '../../../markup/tex-formula.ts';
import { taskMark } from '../../../markup/task-item.ts';
import { createOutline, fenced, type Block, type Outline } from './blocks.ts';
import { walkHtml } from './extract-html.ts';
import { inlineMarkdown } from './inline-markdown.ts';
import { leadsWithinPage, countLetters, maybeHeading } from './text-shares.ts';
import { linearise, tableMarkdown } from '../../../markup/tables.ts';

/** The blocks of a Markdown document; heading anchors are those on the embedded host's pages. */
export const extractMarkdown = (source: string): readonly Block[] => {
  const outline = createOutline();
  createWalk(outline)(lexMarkdown(withFormulas(source)), 'top');
  return outline.blocks;
};

/** Protects formulas between brackets, which Markdown would break up; not in code. */
const withFormulas = (source: string): string => {
  if (!/\\[([]/.test(source)) return source;
  const inFence = createFenceTracker();
  return source
    .split('\n')
    .map((line) => (inFence(line) ? line : withDollars(line)))
    .join('\n');
};

type Place = 'top' | 'quote';
type Walk = (tokens: readonly Token[], place: Place) => void;

const createWalk = (outline: Outline): Walk => {
  const headingId = createHeadingIds();

  const walk: Walk = (tokens, place) => {
    for (const token of tokens) {
      if (isHeading(token)) heading(token, place);
      else if (isContents(token)) continue;
      else if (isList(token)) list(token);
      else if (isTable(token)) outline.add('table', table(token), markdownTable(token));
      else if (token.type === 'blockquote') walk(token.tokens ?? [], 'quote');
      else if (token.type === 'code') outline.add('code', fenced(token.text, token.lang ?? ''));
      else if (token.type === 'html') walkHtml(token.raw, outline);
      else if (token.type === 'hr') outline.add('rule', '---');
      else if (place === 'top' && isBold(token) && maybeHeading(prose(token)))
        outline.boldLine(prose(token), '', markdown(token));
      else if (isProse(token))
        outline.add(place === 'quote' ? 'quote' : 'paragraph', prose(token), markdown(token));
    }
  };

  /** A heading inside a quote or a list opens no section, but its id is counted for the ids of later headings. */
  const heading = (token: Tokens.Heading, place: Place) => {
    const { text, id } = nameHeading(token);
    if (place === 'top') outline.heading(token.depth, text, id);
    else outline.add('quote', text);
  };

  const nameHeading = (token: Tokens.Heading) => {
    const text = plainInline(token.tokens);
    return text === '' ? { text: '', id: '' } : headingId(text);
  };

  const list = (token: Tokens.List) => {
    const lines: ListLine[] = [];
    const flush = () => {
      const said = lines.splice(0);
      outline.add(
        'list',
        said.map(({ lead, text }) => lead + text).join('\n'),
        said.map((line) => line.lead + line.markdown).join('\n'),
      );
    };
    items(token, 0, lines, flush);
    flush();
  };

  const items = (token: Tokens.List, depth: number, lines: ListLine[], flush: () => void) => {
    const first = token.start === '' ? 1 : token.start;
    for (const [index, item] of token.items.entries()) {
      const mark = token.ordered ? `${first + index}. ` : '- ';
      let lead = indent(depth) + mark + (item.task ? taskMark(item.checked === true) : '');
      const say = (text: string, as = text) => {
        if (text === '') return;
        lines.push({ lead, text, markdown: as });
        lead = indent(depth + 1);
      };
      for (const part of item.tokens) {
        if (isList(part)) items(part, depth + 1, lines, flush);
        else if (isHeading(part)) say(nameHeading(part).text);
        else if (isProse(part)) say(prose(part), markdown(part));
        else if (standsAlone.has(part.type)) {
          flush();
          walk([part], 'quote');
        }
      }
    }
  };

  return walk;
};

interface ListLine {
  readonly lead: string;
  readonly text: string;
  readonly markdown: string;
}

/** Blocks that cannot be part of a list. */
const standsAlone: ReadonlySet<string> = new Set(['code', 'blockquote', 'table', 'html', 'hr']);

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
const isList = (token: Token): token is Tokens.List => token.type === 'list';
const isTable = (token: Token): token is Tokens.Table => token.type === 'table';
const isProse = (token: Token) => token.type === 'paragraph' || token.type === 'text';

/** True for a paragraph or list that consists of links within the page: its table of contents. */
function isContents(token: Token): boolean {
  if (!isList(token) && !isProse(token)) return false;
  const { all, linked } = lettersIn(token, false);
  return all > 0 && linked === all;
}

function lettersIn(token: Token, isLinked: boolean): { readonly all: number; readonly linked: number } {
  const within = isLinked || (token.type === 'link' && leadsWithinPage((token as Tokens.Link).href));
  const inner: readonly Token[] = isList(token) ? token.items : 'tokens' in token ? (token.tokens ?? []) : [];
  if (inner.length === 0) {
    const length = 'text' in token ? countLetters(String(token.text)) : 0;
    return { all: length, linked: within ? length : 0 };
  }
  return inner
    .map((one) => lettersIn(one, within))
    .reduce((sum, next) => ({ all: sum.all + next.all, linked: sum.linked + next.linked }));
}

/** True for a paragraph that is completely bold. */
const isBold = (token: Token): boolean =>
  token.type === 'paragraph' && token.tokens?.length === 1 && token.tokens[0]?.type === 'strong';

const prose = (token: Token) => plainInline('tokens' in token && token.tokens ? token.tokens : [token]);

const markdown = (token: Token) => inlineMarkdown('tokens' in token && token.tokens ? token.tokens : [token]);

const markdownTable = (token: Tokens.Table) =>
  tableMarkdown(
    token.header.map((header) => inlineMarkdown(header.tokens)),
    token.rows.map((row) => row.map((entry) => inlineMarkdown(entry.tokens))),
    token.align,
  );

const table = (token: Tokens.Table) =>
  linearise(
    token.header.map(cell),
    token.rows.map((row) => row.map(cell)),
  );

const cell = (token: Tokens.TableCell) => plainInline(token.tokens);

const indent = (depth: number) => '  '.repeat(Math.min(depth, 8));
