import { truncate } from '../../text/text.ts';
import { escapeMarkdown } from './outline/write-outline.ts';

/** A block of an article in order; `level` is 0 unless it is a heading. */
export interface ArticleBlock {
  readonly kind: string;
  readonly text: string;
  readonly level: number;
  /** Fragment of the nearest heading (its own for a heading); `''` for none. */
  readonly anchor: string;
}

/** A heading that can be linked to. */
export interface ArticleHeading {
  readonly text: string;
  readonly anchor: string;
}

/** Maximum length of a fragment; longer ones are generated. */
const maxAnchorLength = 200;

export const linkableHeadings = (blocks: readonly ArticleBlock[]): ArticleHeading[] =>
  blocks
    .filter(({ level, anchor }) => level > 0 && anchor !== '' && anchor.length <= maxAnchorLength)
    .map(({ text, anchor }) => ({ text, anchor }));

/** True when there is no text for a map. */
export const hasNoText = (blocks: readonly ArticleBlock[]): boolean => !blocks.some(isRead);

/**
 * Kind of reader: a language model links to the `{#fragment}` of headings and understands tables; the built-in model
 * reads sentences only.
 */
type Reader = 'model' | 'builtin';

interface TextSection {
  readonly heading: string;
  readonly body: string;
}

/**
 * The article as Markdown of at most `maxLength` UTF-16 units: whole sections as long as they fit, then headings only.
 * Code and rules are left out.
 */
export function articleText(blocks: readonly ArticleBlock[], maxLength: number, reader: Reader): string {
  const sections = sectionsOf(blocks, maxLength, reader);
  const whole = sections.map(({ heading, body }) => joined(heading, body));
  if (lengthOf(whole) <= maxLength) return whole.filter((text) => text !== '').join('\n\n');
  const named = withinShare(sections, maxLength / 3);
  let room = maxLength - lengthOf(named.map(({ heading }) => heading));
  let read = 0;
  const texts = named.map(({ heading, body }) => {
    if (body === '') return heading;
    // After the first section that does not fit only headings follow, so that the map leaves no gap in the middle.
    const fits = body.length + 2 <= room;
    const part = fits ? body : read === 0 ? truncate(body, Math.max(0, room - 2)) : '';
    room = fits ? room - body.length - 2 : 0;
    read += part.length;
    return joined(heading, part);
  });
  return texts.filter((text) => text !== '').join('\n\n');
}

/** The sections of an article, until their headings alone are longer than `maxLength`. */
function sectionsOf(blocks: readonly ArticleBlock[], maxLength: number, reader: Reader): TextSection[] {
  const sections: { heading: string; body: string[] }[] = [{ heading: '', body: [] }];
  let headings = 0;
  for (const block of blocks) {
    if (!isRead(block)) continue;
    if (headings > maxLength) break;
    if (block.level > 0) {
      const heading = headingLine(block, reader);
      headings += heading.length;
      sections.push({ heading, body: [] });
    } else if (reader === 'model' || block.kind !== 'table') sections.at(-1)?.body.push(block.text);
  }
  return sections.map(({ heading, body }) => ({ heading, body: body.join('\n\n') }));
}

/** Sections whose headings fit into a share of the room. */
function withinShare(sections: readonly TextSection[], share: number): TextSection[] {
  let used = 0;
  return sections.filter(({ heading }) => (used += heading.length + 2) <= share || heading === '');
}

const isRead = ({ kind, text }: ArticleBlock) => kind !== 'code' && kind !== 'rule' && text.trim() !== '';

/** Deepest heading of Markdown; a line in bold that serves as a heading is deeper. */
const deepest = 6;

const headingLine = ({ level, text, anchor }: ArticleBlock, reader: Reader): string =>
  `${'#'.repeat(Math.min(level, deepest))} ${escapeMarkdown(text)}${reader === 'model' && anchor !== '' ? ` {#${anchor}}` : ''}`;

const joined = (heading: string, body: string): string =>
  [heading, body].filter((text) => text !== '').join('\n\n');

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length + 2, 0);
