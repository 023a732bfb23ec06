/**
 * Invisible characters that machines read: zero-width and direction marks, soft hyphens, tag and control characters.
 * They can hide instructions in articles and addresses in answers.
 */
const invisible =
  /[[\p{Cc}--[\t\n]]\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\uE003\u{E0000}-\u{E0FFF}]|\u034F/gv;

/** Joiners shape Persian, Indic scripts and emoji; after ASCII or at the start they only hide text. */
const idleJoiner = /(^|\p{ASCII})[\u200C\u200D]+/gu;

/** A text without invisible characters, its lines ended by LF. */
export const stripInvisible = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(invisible, '').replace(idleJoiner, '$1');

/** The same for a stream: characters that may have been split wait for the next piece. */
export function createInvisibleStripper(): { push(piece: string): string; end(): string } {
  let waiting = '';
  let last = '';
  const pass = (text: string): string => {
    // A joiner is kept or removed by the character before it; one that was kept counts as such.
    const before = /[\u200C\u200D]/.test(last) ? '、' : last;
    const visible = stripInvisible(before + text).slice(before.length);
    last = visible.at(-1) ?? last;
    return visible;
  };
  return {
    push(piece) {
      const text = waiting + piece;
      const whole = /[\r\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
      waiting = text.slice(whole);
      return pass(text.slice(0, whole));
    },
    end() {
      const rest = waiting;
      waiting = '';
      return pass(rest);
    },
  };
}
