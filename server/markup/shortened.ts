import { withoutEnd } from '../kit/scan/edges.ts';
import { sentences } from '../text/sentences.ts';
import { truncate } from '../text/text.ts';
import { createFenceTracker } from './dialect/fence-tracker.ts';

/** Maximum length of a quotation from an article. Somewhat more than what is chosen for one, so that only what is too long in itself is cut. */
export const QUOTED_LENGTH: Room = { prose: 840, code: 3000 };

/** A text of at most `prose` characters, or `code` where a part of it is code in fences. */
interface Room {
  readonly prose: number;
  readonly code: number;
}

/**
 * Markdown cut to a length in UTF-16 units: at a line, in a line that is too long at a sentence, and where a sentence is too long with an
 * ellipsis. A fence that the cut leaves open is closed. A text that fits stays as it is.
 */
export function shortened(markdown: string, { prose, code }: Room): string {
  if (markdown.length <= prose) return markdown;
  const lines = markdown.slice(0, code + 1).split('\n');
  const inCode = createFenceTracker();
  const fenced = lines.map((line) => inCode(line));
  const most = fenced.includes(true) ? code : prose;
  if (markdown.length <= most) return markdown;
  const kept: string[] = [];
  let room = most;
  for (const [at, line] of lines.entries()) {
    if (line.length > room) {
      const rest = fenced[at] === true ? truncate(line, room, '…') : cutLine(line, room, kept.length === 0);
      if (rest !== '') kept.push(rest);
      break;
    }
    kept.push(line);
    room -= line.length + 1;
  }
  const text = withoutEnd(kept.join('\n'), /\s/);
  const fence = openFence(text);
  return fence === undefined ? text : `${text}\n${fence}`;
}

/** The whole sentences of a line that fit. Without one, the beginning of the line where nothing stands above it or much of it fits. */
function cutLine(line: string, room: number, isFirst: boolean): string {
  const end = sentences(line.slice(0, room)).slice(0, -1).at(-1)?.end;
  if (end !== undefined) return line.slice(0, end);
  return isFirst || room > LEAST ? truncate(line, room, '…') : '';
}

/** A beginning shorter than this says nothing. */
const LEAST = 80;

/** The mark that closes the code in which a text ends. */
function openFence(text: string): string | undefined {
  const inCode = createFenceTracker();
  let mark = '';
  let wasCode = false;
  for (const line of text.split('\n')) {
    const isCode = inCode(line);
    if (isCode && !wasCode) mark = /`{3,}|~{3,}/.exec(line)?.[0] ?? '';
    wasCode = isCode;
  }
  return inCode('') ? mark : undefined;
}
