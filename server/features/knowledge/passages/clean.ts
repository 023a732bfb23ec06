import type { Block } from '../extraction/blocks.ts';

/** Blocks with normalised blanks: invisible characters removed, runs of blanks collapsed, code unchanged. */
export const cleanBlocks = (blocks: readonly Block[]): readonly Block[] =>
  blocks
    .map((block) => (block.kind === 'code' ? block : { ...block, text: cleanText(block.text) }))
    .filter((block) => block.text !== '');

const cleanText = (text: string): string =>
  text
    .replace(/[\u00AD\u200B\u2060\uFEFF]/g, '')
    .replace(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' ')
    .split('\n')
    .map(cleanLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd();

/** The indentation of list items shows their depth and stays. */
const cleanLine = (line: string): string => {
  const text = line.trimStart();
  return (
    line.slice(0, line.length - text.length).replace(/\t/g, '  ') + text.replace(/[ \t]+/g, ' ').trimEnd()
  );
};
