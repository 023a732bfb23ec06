import type { Outline, OutlineSection } from '../contract/writing/writing.ts';

/** The outline in a result; `undefined` when it is incomplete or missing. */
export function outlineIn(result: string): Outline | undefined {
  try {
    const value: unknown = JSON.parse(result.slice(result.indexOf('{'), result.lastIndexOf('}') + 1));
    return isOutline(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isOutline = (value: unknown): value is Outline =>
  typeof value === 'object' &&
  value !== null &&
  'title' in value &&
  typeof value.title === 'string' &&
  'sections' in value &&
  Array.isArray(value.sections);

/** A heading or a paragraph of an outline. */
export interface OutlineBlock {
  /** 0 for a paragraph, otherwise the level of the heading, from 2; the article's title is level 1 and not included. */
  readonly level: number;
  readonly text: string;
}

/** An outline in reading order, without its title. */
export function outlineBlocks({ summary, sections }: Outline): OutlineBlock[] {
  const below = (level: number, of: readonly OutlineSection[]): OutlineBlock[] =>
    of.flatMap((section) => [
      { level, text: section.heading },
      { level: 0, text: section.summary },
      ...below(level + 1, section.children ?? []),
    ]);
  return [{ level: 0, text: summary }, ...below(2, sections)].filter(({ text }) => text.trim() !== '');
}

/** The part of a result shown while it arrives; of an outline the headings received so far. */
export function shownSoFar(action: string, result: string): string {
  if (action !== 'outline') return result;
  const outline = outlineIn(result);
  if (outline)
    return [
      outline.title,
      ...outlineBlocks(outline)
        .filter(({ level }) => level > 0)
        .map(({ level, text }) => '  '.repeat(level - 1) + text),
    ].join('\n');
  return [...result.matchAll(/"heading"\s*:\s*"((?:[^"\\]|\\.)*)"/g)]
    .map(([, heading]) => heading)
    .join('\n');
}

/** The paragraphs of a text, each with its lines. */
export const paragraphsOf = (text: string): string[][] =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => paragraph.split('\n'));
