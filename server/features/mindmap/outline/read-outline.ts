import { percentDecoded } from '../../../text/percent-decoded.ts';
import type { Token, Tokens } from 'marked';
import { lexMarkdown, plainInline } from '../../../markup/markdown.ts';
import type { MapNode } from './node.ts';

/** A node whose children are still being read; text and anchor are unchecked. */
interface OpenNode {
  readonly text: string;
  readonly anchor: string;
  readonly children: OpenNode[];
}

/**
 * Parses the outline in a text (headings, nested lists or both, at the top level or in a code block), ignoring
 * everything else. The one with most nodes wins. Accepts any text.
 */
export function readOutline(text: string): readonly MapNode[] {
  const tokens = lexMarkdown(asLists(withoutReasoning(text)));
  const blocks = tokens.filter(isCode).slice(0, maxBlocks);
  const outlines = [tokens, ...blocks.map((block) => lexMarkdown(block.text))].map(outlineOf);
  return outlines.reduce((best, outline) => (countOf(outline) > countOf(best) ? outline : best));
}

/** Lines numbered `1.1` below `1.` as items of nested lists. */
const asLists = (text: string): string =>
  /^[ \t]{0,20}\d{1,2}[.)][ \t]/m.test(text)
    ? text.replace(
        /^[ \t]{0,20}((?:\d{1,2}\.){1,5}\d{1,2})[.)]?[ \t]{1,20}(?=\S)/gm,
        (_, number: string) => `${'   '.repeat(number.split('.').length - 1)}- `,
      )
    : text;

/** Maximum of code blocks parsed. */
const maxBlocks = 4;

/** Text after the last closing reasoning tag; an unclosed tag hides the rest. */
function withoutReasoning(text: string): string {
  const closed = [...text.matchAll(/<\/(?:think|thinking|reasoning)>/gi)].at(-1);
  const answer = closed === undefined ? text : text.slice(closed.index + closed[0].length);
  const open = /<(?:think|thinking|reasoning)>/i.exec(answer);
  return open === null ? answer : answer.slice(0, open.index);
}

function outlineOf(tokens: readonly Token[]): OpenNode[] {
  const top: OpenNode[] = [];
  const path: { readonly level: number; readonly node: OpenNode }[] = [];
  for (const token of tokens) {
    if (isHeading(token)) {
      while ((path.at(-1)?.level ?? 0) >= token.depth) path.pop();
      const node = nodeOf(token.tokens);
      if (node.text === '') continue;
      (path.at(-1)?.node.children ?? top).push(node);
      path.push({ level: token.depth, node });
    } else if (isList(token)) addItems(token, path.at(-1)?.node.children ?? top);
  }
  return top;
}

/** The lexer bounds the nesting. */
function addItems(list: Tokens.List, into: OpenNode[]): void {
  for (const item of list.items) {
    const words = item.tokens.find((token) => wordy.has(token.type));
    const node = words && nodeOf('tokens' in words && words.tokens ? words.tokens : [words]);
    if (node && node.text !== '') into.push(node);
    for (const inner of item.tokens) if (isList(inner)) addItems(inner, node?.text ? node.children : into);
  }
}

const wordy: ReadonlySet<string> = new Set(['text', 'paragraph', 'heading']);

const nodeOf = (tokens: readonly Token[]): OpenNode => ({
  text: plainInline(tokens),
  anchor: anchorIn(tokens),
  children: [],
});

/** The first link within the page; all others are ignored. */
function anchorIn(tokens: readonly Token[]): string {
  for (const token of tokens) {
    if (isLink(token) && token.href.startsWith('#')) return percentDecoded(token.href.slice(1));
    const inner = 'tokens' in token && token.tokens ? anchorIn(token.tokens) : '';
    if (inner !== '') return inner;
  }
  return '';
}

const countOf = (nodes: readonly OpenNode[]): number =>
  nodes.reduce((sum, { children }) => sum + 1 + countOf(children), 0);

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
const isList = (token: Token): token is Tokens.List => token.type === 'list';
const isLink = (token: Token): token is Tokens.Link => token.type === 'link';
const isCode = (token: Token): token is Tokens.Code => token.type === 'code';
