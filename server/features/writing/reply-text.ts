import { createUnwrap } from './editing/unwrap.ts';

/** Extracts the text from a model's reply while it streams, as early as it is certain. */
export interface ReplyText {
  push(piece: string): string;
  /** Returns the rest when the reply is complete. */
  end(): string;
  /** White space at the start of the reply, which is not part of the text. */
  readonly lead: string;
}

/**
 * Removes what models put around a text: white space, the prompt's tags, a code fence around the whole, an announcing
 * sentence. The text itself stays, except that line breaks become those of the source.
 * @param source the text given to the model; its own beginning is not removed
 * @param announces false when the reply may begin with anything
 */
export function createReplyText(source: string, fence: string, announces = true): ReplyText {
  const lineBreak = source.includes('\r\n') ? '\r\n' : '\n';
  const ownTag = new RegExp(`</?[a-z]{1,20}-${RegExp.escape(fence)}>`, 'gi');
  const startsSo = announces ? (OPENER.exec(source.trimStart())?.[0] ?? '') : 'anything';
  const unwrap = createUnwrap();
  let open = '';
  let started = false;
  let wrapped = false;
  let lead = '';

  /** Removes what precedes the text; true when the text has begun. */
  const readStart = (isEnd: boolean): boolean => {
    for (;;) {
      open = open.replace(ownTag, '');
      const bare = open.trimStart();
      if (lead === '') lead = open.slice(0, open.length - bare.length);
      open = bare;
      const line = FIRST_LINE.exec(open)?.[0];
      if (line === undefined && !isEnd && mayBeTakenOff(open, startsSo, wrapped)) return false;
      if (line !== undefined && !wrapped && isWrapper(line, announces)) wrapped = true;
      else if (line === undefined || startsSo !== '' || !ANNOUNCEMENT.test(line)) return open !== '';
      open = open.slice(line.length);
    }
  };

  const take = (piece: string, isEnd: boolean): string => {
    if (started) open += wrapped ? unwrap.push(piece) : piece;
    else {
      open += piece;
      started = readStart(isEnd);
      if (!started) return '';
      if (wrapped) open = unwrap.push(open);
    }
    if (isEnd && wrapped) open += unwrap.end();
    open = open.replace(ownTag, '');
    const end = isEnd ? blanksBefore(open, open.length) : open.length - heldLength(open);
    const text = open.slice(0, end);
    open = open.slice(end);
    return lineBreak === '\n' ? text : text.replaceAll('\n', lineBreak);
  };

  return {
    push: (piece) => take(piece.replaceAll('\r', ''), false),
    end: () => take('', true),
    get lead() {
      return lead;
    },
  };
}

const FIRST_LINE = /^[^\n]*\n/;
const OPENER = /^(?:here(?:'s|’s| is| are)|sure|certainly|of course|okay|ok\b|以下|好的|当然|这是|下面是)/i;
const OPENERS = ['here', 'sure', 'certainly', 'of course', 'okay', '以下', '好的', '当然', '这是', '下面是'];
/** A line that announces the text and ends with a colon. */
const ANNOUNCEMENT = new RegExp(`${OPENER.source}[^\\n]{0,120}[:：][*_\\s]*\\n$`, 'i');
const LONGEST_ANNOUNCEMENT = 140;

/** True when the beginning of a line may still become something to remove. */
function mayBeTakenOff(open: string, startsSo: string, wrapped: boolean): boolean {
  if (open === '') return true;
  if (open.length > LONGEST_ANNOUNCEMENT) return false;
  if (open.startsWith('<')) return !open.includes('>');
  if (!wrapped && open.startsWith('`')) return /^`{1,2}$|^`{3}\w*$/.test(open);
  const lower = open.toLowerCase();
  return startsSo === '' && OPENERS.some((opener) => opener.startsWith(lower) || lower.startsWith(opener));
}

/** A fence around prose; one with a programming language is code of the text. */
const isWrapper = (line: string, announces: boolean): boolean =>
  (announces
    ? /^`{3,}(?:markdown|md|text|txt|plaintext|html|json)?\s*\n$/i
    : /^`{3,}(?:markdown|md)\s*\n$/i
  ).test(line);

/** Length of a suffix that may have to be removed: white space, a partial tag. Bounded. */
function heldLength(text: string): number {
  const end = text.slice(-LONGEST_HELD);
  let at = blanksBefore(end, end.length);
  const tag = end.lastIndexOf('<');
  if (tag >= 0 && end.length - tag < LONGEST_TAG && !end.includes('>', tag)) at = blanksBefore(end, tag);
  return end.length - at;
}

const LONGEST_TAG = 60;
const LONGEST_HELD = 1000;

function blanksBefore(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(text.charAt(at - 1))) at--;
  return at;
}
