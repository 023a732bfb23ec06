import { Lexer, type Token, type Tokens } from 'marked';

/** A block of an answer. Only common kinds are supported; others stay plain text. */
export type Block =
  | { readonly kind: 'paragraph' | 'heading' | 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

/** Splits Markdown into blocks. */
export const blocksOf = (text: string): readonly Block[] =>
  new Lexer().blockTokens(text.replace(/\r\n?/g, '\n')).flatMap((token) => blockOf(token) ?? []);

function blockOf(token: Token): Block | undefined {
  if (isKind<Tokens.Heading>(token, 'heading')) return { kind: 'heading', text: token.text };
  if (isKind<Tokens.Code>(token, 'code')) return { kind: 'code', text: token.text };
  if (isKind<Tokens.List>(token, 'list'))
    return { kind: 'list', ordered: token.ordered, items: itemsOf(token) };
  if (isKind<Tokens.Table>(token, 'table')) {
    const texts = (cells: readonly Tokens.TableCell[]) => cells.map((cell) => cell.text);
    return { kind: 'table', head: texts(token.header), rows: token.rows.map(texts) };
  }
  if (token.type === 'space' || token.type === 'hr') return undefined;
  return {
    kind: 'paragraph',
    text: isKind<Tokens.Paragraph>(token, 'paragraph') ? token.text : token.raw.trim(),
  };
}

/** The lexer's type leaves the kinds of extensions open, so the name alone does not tell them apart. */
const isKind = <T extends Token>(token: Token, type: T['type']): token is T => token.type === type;

/** Lists within lists are shown as one. */
const itemsOf = (list: Tokens.List): string[] =>
  list.items.flatMap(({ tokens }) => {
    const words = tokens.flatMap((token) => (token.type === 'list' ? [] : [token.raw.trim()])).join('\n');
    return [words, ...tokens.flatMap((token) => (isKind<Tokens.List>(token, 'list') ? itemsOf(token) : []))];
  });

export interface Inline {
  readonly kind: 'text' | 'strong' | 'code' | 'mark';
  readonly text: string;
}

/** Strong text, code and citation marks within a line; a link shows its words. */
export function inlineOf(text: string): readonly Inline[] {
  const plain = text.replace(/\[([^\]]{1,300})\]\([^()\s]{0,500}\)/g, '$1');
  return plain.split(/(\*\*[^*\n]+\*\*|`[^`\n]+`|\[\d{1,3}\])/).flatMap((part): Inline[] => {
    if (part === '') return [];
    if (part.startsWith('**') && part.length > 4) return [{ kind: 'strong', text: part.slice(2, -2) }];
    if (part.startsWith('`') && part.length > 2) return [{ kind: 'code', text: part.slice(1, -1) }];
    return [{ kind: /^\[\d+\]$/.test(part) ? 'mark' : 'text', text: part }];
  });
}
