import type { Article } from '../../ports/host.ts';

/** A block of an article as plain text. */
interface Block {
  readonly kind: 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'quote' | 'rule';
  readonly text: string;
  /** 1 to 6 for a heading, 7 for a line in bold that serves as one. */
  readonly level: number;
}

/** Readable text of an article as blocks in reading order. */
export type Extract = (body: Article['body'], signal: AbortSignal) => Promise<readonly Block[]>;

/** Input of an excerpt: the article without code, tables and rules, as Markdown. */
export const proseOf = (blocks: readonly Block[]): string =>
  blocks
    .filter(({ kind }) => kind !== 'code' && kind !== 'table' && kind !== 'rule')
    .map(({ kind, text, level }) =>
      kind === 'heading' ? `${'#'.repeat(Math.min(level, deepest))} ${text}` : text,
    )
    .join('\n\n');

/** Deepest heading of Markdown. */
const deepest = 6;

/** All text of the article, for the check that an excerpt is supported. */
export const allOf = (blocks: readonly Block[]): string => blocks.map(({ text }) => text).join('\n\n');
