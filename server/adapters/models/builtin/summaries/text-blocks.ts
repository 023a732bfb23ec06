import type { Token, Tokens } from 'marked';
import { lexMarkdown, plainInline } from '../../../../markup/markdown.ts';
import { sentences } from '../../../../text/sentences.ts';
import { oneLine } from '../../../../text/text.ts';

/** A block of an article's text without Markdown; code, tables and images are left out. */
export type TextBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly sentences: readonly string[] }
  | { readonly kind: 'item'; readonly text: string };

/** The text blocks of Markdown or plain text, in order. */
export const textBlocks = (markdown: string): readonly TextBlock[] =>
  lexMarkdown(markdown).flatMap(readToken);

function readToken(token: Token): TextBlock[] {
  switch (token.type) {
    case 'heading': {
      const text = oneLine(plainInline(token.tokens ?? []));
      return text === '' ? [] : [{ kind: 'heading', level: isHeading(token) ? token.depth : 1, text }];
    }
    case 'paragraph':
    case 'text': {
      const found = sentences(plainInline(token.tokens ?? [token])).map(({ text }) => oneLine(text));
      return found.length === 0 ? [] : [{ kind: 'paragraph', sentences: found }];
    }
    case 'list':
      return isList(token) ? token.items.flatMap(readItem) : [];
    case 'blockquote':
      return (token.tokens ?? []).flatMap(readToken).filter(({ kind }) => kind !== 'heading');
    default:
      return [];
  }
}

function readItem(item: Tokens.ListItem): TextBlock[] {
  const inner = item.tokens.flatMap(readToken);
  const own = inner.flatMap((piece) => (piece.kind === 'paragraph' ? piece.sentences : []));
  const nested = inner.filter(({ kind }) => kind === 'item');
  return own.length === 0 ? nested : [{ kind: 'item', text: own.join(' ') }, ...nested];
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
const isList = (token: Token): token is Tokens.List => token.type === 'list';
