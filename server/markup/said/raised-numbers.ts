import type { HtmlEvents, HtmlReader } from '../html-events.ts';
import { besideNumber, endsInNumber, isNumber, keptOfText, type Raised } from './raised.ts';
import { raises } from './said-tags.ts';

/** More characters are no power. */
const longestHeld = 400;
/** More events of a line between a raised number and the text behind it are no part of one number. */
const longestWait = 20;

/** Elements within a line: a raised text behind one of them still stands beside the text in it. */
const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi big cite code em font i kbd mark q samp small span strong tt u var wbr'.split(' '),
);

type Step = () => void;

/** A raised or lowered element whose content waits until its end. */
interface Held {
  readonly name: string;
  readonly kind: Raised;
  readonly isBehindNumber: boolean;
  text: string;
  hasLink: boolean;
  readonly again: Step[];
}

/** A reader of what a page says; `settle` passes on what waits for the text behind it. */
export interface SaidReader extends HtmlReader {
  settle(): void;
}

/** Passes on the events of a page with powers and indices beside numbers in one line. Keeps no tree: linear on any nesting. */
export const raisedNumbers = (events: HtmlEvents): SaidReader => {
  let held: Held | undefined;
  /** A raised number behind a word, such as the base of a logarithm, until it is known whether a number follows. */
  let waiting: (Pick<Held, 'kind' | 'text' | 'again'> & { readonly behind: Step[] }) | undefined;
  /** The end of the text before, within the same line. */
  let last = '';

  const say = (text: string) => {
    last = (last + text).slice(-keptOfText);
    events.text(text);
  };
  const release = (said?: string) => {
    const again = held?.again ?? [];
    held = undefined;
    if (said !== undefined) say(said);
    else for (const step of again) step();
  };
  const endHeld = ({ kind, text, hasLink, isBehindNumber, again }: Held) => {
    // What leads to a note is no power of the year before it, and no part of the word.
    if (hasLink && /^\s*\d{1,3}\s*$/.test(text)) return release(`[${text.trim()}]`);
    if (isBehindNumber) return release(besideNumber(kind, text));
    if (!isNumber(text)) return release();
    held = undefined;
    waiting = { kind, text, again, behind: [] };
  };
  const settle = (following = '') => {
    if (waiting === undefined) return;
    const { kind, text, again, behind } = waiting;
    waiting = undefined;
    const said = /^\d/.test(following) ? besideNumber(kind, text) : undefined;
    if (said === undefined) for (const step of again) step();
    else say(said);
    for (const step of behind) step();
  };
  /** True for an event that is put off until the text behind a raised number is known. */
  const waits = (name: string, step: Step): boolean => {
    if (!waiting || !inline.has(name) || waiting.behind.length >= longestWait) return false;
    waiting.behind.push(step);
    return true;
  };
  /** Behind a word only the link to a note may stand in what is held. */
  const mayHold = ({ isBehindNumber, text }: Held, name: string): boolean =>
    isBehindNumber || (name === 'a' && text === '');

  return {
    open(name, attributes) {
      const step = () => events.open(name, attributes);
      if (held && !mayHold(held, name)) release();
      if (held) {
        held.hasLink ||= name === 'a';
        held.again.push(step);
        return;
      }
      const kind = raises(name, (one) => attributes.get(one));
      if (kind === '' && waits(name, step)) return;
      settle();
      if (kind !== '') {
        held = { name, kind, isBehindNumber: endsInNumber(last), text: '', hasLink: false, again: [step] };
        return;
      }
      if (!inline.has(name)) last = '';
      step();
    },
    close(name) {
      const step = () => events.close(name);
      if (held) {
        held.again.push(step);
        if (name === held.name) endHeld(held);
        return;
      }
      if (waits(name, step)) return;
      settle();
      if (!inline.has(name)) last = '';
      step();
    },
    text(text) {
      if (text === '') return;
      if (!held) {
        settle(text);
        return say(text);
      }
      held.text += text;
      held.again.push(() => say(text));
      const isHeld = held.isBehindNumber || isNumber(held.text);
      if (!isHeld || held.text.length > longestHeld) release();
    },
    settle: () => settle(),
    finish() {
      release();
      settle();
    },
  };
};
