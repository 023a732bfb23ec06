import type { Passage } from '../../knowledge/knowledge.ts';

export type Place = Pick<Passage, 'title' | 'headingPath' | 'text'>;

/** A section of a passage with its own heading, its title and all headings above it. */
export interface Section {
  /** `''` at the top of an article. */
  readonly heading: string;
  readonly above: readonly string[];
  readonly text: string;
}

/** The sections of a passage: short ones are joined into one, each below a line with its headings. */
export function sectionsOf({ title, headingPath, text }: Place): readonly Section[] {
  const lines = headingLines(text);
  const sections = [
    {
      heading: headingPath.at(-1) ?? '',
      above: [title, ...headingPath],
      text: text.slice(0, lines[0]?.start ?? text.length),
    },
    ...lines.map(({ headings, end }, place) => ({
      heading: headings.at(-1) ?? '',
      above: [title, ...headingPath, ...headings],
      text: text.slice(end, lines[place + 1]?.start ?? text.length),
    })),
  ];
  return sections.filter((section) => section.text.trim() !== '');
}

/** Sentences, items and rows. */
export const linesOf = (text: string): readonly string[] => text.split(/\n|(?<=[.!?。！？])\s*/u);

/** The headings that stand as lines above the text of joined sections. */
export const headingsIn = (text: string): readonly string[] =>
  headingLines(text).map(({ headings }) => headings.at(-1) ?? '');

const headingLines = (text: string) =>
  [...text.matchAll(HEADING_LINE)].map(({ 0: line, 1: headings = '', index }) => ({
    headings: headings.split(' › '),
    start: index,
    end: index + line.length,
  }));

/** A short line without a mark of a list at its beginning or of a sentence at its end, above text. */
const HEADING_LINE =
  /(?:^|\n\n)(?![-*+•|>]|\d{1,3}[.)])((?:[^\n]* › )?[^\n]{1,80}[^\s.:;,。：；，])\n(?=\S)/g;
