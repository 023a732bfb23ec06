import type { HtmlEvents } from '../html-events.ts';
import { raisedNumbers, type SaidReader } from './raised-numbers.ts';
import { hiddenMail, isBackwards, isStruck, linkedMail, protectedMail } from './said-tags.ts';

/** More characters are no address. */
const longestHeld = 400;

const noContent: ReadonlySet<string> = new Set('br hr img input wbr'.split(' '));

/**
 * Passes on what a page says: without text that is struck out, with powers and indices in one line, with the addresses
 * behind protections and with text that its style turns round. Keeps counts, no tree: linear on any nesting.
 */
export const asSaid = (events: HtmlEvents): SaidReader => {
  const line = raisedNumbers(events);
  /** An element whose content is left out, with the elements that are open in it. */
  let skipped: { readonly name: string; depth: number; readonly inner: Map<string, number> } | undefined;
  /** Until its end, an element whose text stands backwards, or a link to an address (`mail`) which its text may hide. */
  let held:
    | { readonly name: string; readonly mail: string; text: string; readonly again: (() => void)[] }
    | undefined;
  let endsInBlank = false;
  /** Something was left out since the last text: its two blanks become one. */
  let gap = false;

  const say = (text: string) => {
    const joined = gap && endsInBlank ? text.replace(/^[ \t]+/, '') : text;
    if (text !== '') gap = false;
    if (joined !== '') endsInBlank = /\s$/.test(joined);
    line.text(joined);
  };
  const skip = (name: string) => void (skipped = { name, depth: 1, inner: new Map() });
  const release = () => {
    const again = held?.again ?? [];
    held = undefined;
    for (const step of again) step();
  };
  /** True for an end tag within what is left out. */
  const closesWithin = (name: string): boolean => {
    if (!skipped) return false;
    const open = skipped.inner.get(name) ?? 0;
    if (name === skipped.name) {
      if (--skipped.depth === 0) skipped = undefined;
      gap = true;
      return true;
    }
    if (open > 0) skipped.inner.set(name, open - 1);
    // What stands around ends before it: an end tag is missing.
    else if (name !== 'br' && name !== 'p') skipped = undefined;
    return skipped !== undefined;
  };

  return {
    open(name, attributes) {
      const attributeOf = (one: string) => attributes.get(one);
      if (skipped) {
        if (name === skipped.name) skipped.depth++;
        else if (!noContent.has(name)) skipped.inner.set(name, (skipped.inner.get(name) ?? 0) + 1);
        return;
      }
      const step = () => line.open(name, attributes);
      if (held) return void held.again.push(step);
      if (isStruck(name, attributeOf)) return skip(name);
      const mail = protectedMail(attributeOf);
      if (mail !== undefined) {
        say(mail);
        return skip(name);
      }
      const linked = linkedMail(attributeOf);
      if (linked !== '' || isBackwards(attributeOf)) held = { name, mail: linked, text: '', again: [step] };
      else step();
    },
    close(name) {
      if (closesWithin(name)) return;
      if (!held) return line.close(name);
      held.again.push(() => line.close(name));
      if (name !== held.name) return;
      const { mail, text } = held;
      if (mail !== '' && text.search(hiddenMail) < 0) return release();
      held = undefined;
      say(mail === '' ? Array.from(text).toReversed().join('') : text.replace(hiddenMail, mail));
    },
    text(text) {
      if (skipped) return;
      if (!held) return say(text);
      held.text += text;
      held.again.push(() => say(text));
      if (held.text.length > longestHeld) release();
    },
    settle: () => line.settle(),
    finish() {
      release();
      line.finish();
      skipped = undefined;
    },
  };
};
