import { Outline, type OutlineSection } from '../../../contract/writing/writing.ts';

/** The outline in the result of the action `outline`, with or without a fence around it; `undefined` when there is none. */
export function outlineIn(result: string): Outline | undefined {
  const [start, end] = [result.indexOf('{'), result.lastIndexOf('}')];
  if (start < 0 || end < start) return undefined;
  try {
    return Outline.safeParse(JSON.parse(result.slice(start, end + 1))).data;
  } catch {
    return undefined;
  }
}

/** An outline as Markdown: the title as `#`, the sections below it with their summaries. */
export const outlineMarkdown = ({ title, summary, sections }: Outline): string =>
  [`# ${title}`, summary, ...sections.flatMap((section) => sectionLines(section, 2))]
    .filter((line) => line !== '')
    .join('\n\n');

const sectionLines = ({ heading, summary, children = [] }: OutlineSection, level: number): string[] => [
  `${'#'.repeat(Math.min(6, level))} ${heading}`,
  summary,
  ...children.flatMap((child) => sectionLines(child, level + 1)),
];

/** The sections received while an outline is still being written. */
export const sectionsSoFar = (result: string): number => result.match(/"heading"\s*:/g)?.length ?? 0;
