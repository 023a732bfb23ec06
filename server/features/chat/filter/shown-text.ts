import { fenceIn } from './code-syntax.ts';

/** Length of the text kept to find the statement before a marker, and of the current line. */
const keptLength = 800;

/** Code fences certain not to close another block: all of them, unindented ones, none. */
export type TrustedFences = 'all' | 'flush' | 'none';

/** The text that a filter has shown so far, as far as the reading of what follows depends on it. */
export interface ShownText {
  /** The current line. */
  readonly line: string;
  readonly trustedFences: TrustedFences;
  /** True while backticks of the current paragraph are unpaired. */
  readonly unpaired: boolean;
  /** The last part of the text, long enough for the statement before a marker. */
  tail(): string;
  /** Adds a text, with a blank before it where something removed has kept two parts of a construct apart; returns both. */
  add(text: string, isCode: boolean): string;
  /** Notes that something was removed. */
  removed(): void;
  /** Notes that backticks were left unpaired. */
  leftUnpaired(): void;
  /** No fence is trusted from here on. */
  distrust(): void;
}

export function createShownText(): ShownText {
  let kept = '';
  let line = '';
  /** True when something was removed after the last shown character. */
  let hasGap = false;
  let unpaired = false;
  let trustedFences: TrustedFences = 'all';

  /** A line that some renderer may take for a code fence: later fences may then close that block. */
  const doubt = (shown: string) => {
    const found = fenceIn(shown);
    if (found === 'margin') trustedFences = 'none';
    else if (found === 'inside' && trustedFences === 'all') trustedFences = 'flush';
  };

  return {
    get line() {
      return line;
    },
    get trustedFences() {
      return trustedFences;
    },
    get unpaired() {
      return unpaired;
    },
    tail() {
      kept = kept.slice(-keptLength);
      return kept;
    },
    add(said, isCode) {
      const text = hasGap && joins(line, said) ? ` ${said}` : said;
      hasGap &&= said === '';
      kept = kept.length > 4 * keptLength ? (kept + text).slice(-keptLength) : kept + text;
      if (!text.includes('\n')) {
        if (line.length < keptLength) line = (line + text).slice(0, keptLength);
        return text;
      }
      const lines = (line + text).split('\n');
      line = (lines.pop() ?? '').slice(0, keptLength);
      for (const whole of lines) {
        if (!isCode) doubt(whole);
        unpaired &&= whole.trim() !== '';
      }
      return text;
    },
    removed: () => void (hasGap = true),
    leftUnpaired: () => void (unpaired = true),
    distrust: () => void (trustedFences = 'none'),
  };
}

/** True when the end of one text and the start of another together form an address, link or marker. */
const joins = (before: string, after: string) =>
  before.endsWith(']') && after.startsWith(':')
    ? labelAlone.test(before)
    : (/[[\]!&\\`<:/(]$/.test(before) && /^[[\]!&`:/(#\w]/.test(after)) ||
      (/w$/i.test(before) && after.startsWith('.'));

/** A colon makes a link definition only of a label that begins a line, also in a list or a quotation. */
const labelAlone = /^[\s>*+\d.)-]*\[[^\]]*\]$/;
