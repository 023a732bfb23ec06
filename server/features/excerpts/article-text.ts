import type { Article } from '../../ports/host.ts';

/** A stretch of an article as plain text. */
interface Block {
  readonly kind: 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'quote' | 'rule';
  readonly text: string;
  /** 1 to 6 for a heading. */
  readonly level: number;
}

/** The readable text of an article as blocks in reading order. */
export type Extract = (body: Article['body']) => readonly Block[];

/** The article without code, tables and rules, as Markdown: what an excerpt is written from. */
export const proseOf = (blocks: readonly Block[]): string =>
  blocks
    .filter(({ kind }) => kind !== 'code' && kind !== 'table' && kind !== 'rule')
    .map(({ kind, text, level }) => (kind === 'heading' ? `${'#'.repeat(level)} ${text}` : text))
    .join('\n\n');

/** Every word of the article: what an excerpt may say. */
export const allOf = (blocks: readonly Block[]): string => blocks.map(({ text }) => text).join('\n\n');
