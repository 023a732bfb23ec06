import type { HtmlEvents, HtmlReader } from '../html-events.ts';
import { besideNumber } from './raised.ts';
import { isBackwards, isStruck, protectedMail, raises } from './said-tags.ts';

/** More characters are no power, and no address. */
const longestHeld = 400;

/** Elements within a line: a raised text behind one of them still stands beside the text in it. */
const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi big cite code em font i kbd mark q samp small span strong tt u var wbr'.split(' '),
);
const noContent: ReadonlySet<string> = new Set('br hr img input wbr'.split(' '));

/**
 * Passes on what a page says: without text that is struck out, with powers and indices in one line, with the addresses
 * behind protections and with text that its style turns round. Keeps counts, no tree: linear on any nesting.
 */
export const asSaid = (events: HtmlEvents): HtmlReader => {
  /** An element whose content is left out, with the elements that are open in it. */
  let skipped: { readonly name: string; depth: number; readonly inner: Map<string, number> } | undefined;
  /** An element whose content waits until its end. */
  let held:
    | { readonly name: string; readonly kind: string; text: string; hasLink: boolean; again: (() => void)[] }
    | undefined;
  let last = '';

  /** Something was left out since the last text: its two blanks become one. */
  let gap = false;

  const say = (text: string) => {
    const joined = gap && /\s/.test(last) ? text.replace(/^[ \t]+/, '') : text;
    if (text !== '') gap = false;
    last = joined.at(-1) ?? last;
    events.text(joined);
  };
  const skip = (name: string) => void (skipped = { name, depth: 1, inner: new Map() });
  const release = (said?: string) => {
    const again = held?.again ?? [];
    held = undefined;
    if (said !== undefined) say(said);
    else for (const step of again) step();
  };
  const endHeld = ({ kind, text, hasLink }: Pick<NonNullable<typeof held>, 'kind' | 'text' | 'hasLink'>) => {
    if (kind === 'backwards') release(Array.from(text).toReversed().join(''));
    // What leads to a note is no power of the year before it.
    else if (hasLink && /^\s*\d{1,3}\s*$/.test(text)) release(`[${text.trim()}]`);
    else release(besideNumber(kind === 'sup' ? 'sup' : 'sub', text));
  };

  const reader: HtmlReader = {
    open(name, attributes) {
      const attributeOf = (one: string) => attributes.get(one);
      if (skipped) {
        if (name === skipped.name) skipped.depth++;
        else if (!noContent.has(name)) skipped.inner.set(name, (skipped.inner.get(name) ?? 0) + 1);
        return;
      }
      if (held) {
        held.hasLink ||= name === 'a';
        held.again.push(() => events.open(name, attributes));
        return;
      }
      if (isStruck(name, attributeOf)) return skip(name);
      const mail = protectedMail(attributeOf);
      if (mail !== '') {
        say(mail);
        return skip(name);
      }
      const raised = raises(name, attributeOf);
      const isBeside = raised !== '' && /\d/.test(last);
      if (isBeside || isBackwards(attributeOf)) {
        held = {
          name,
          kind: isBeside ? raised : 'backwards',
          text: '',
          hasLink: false,
          again: [() => events.open(name, attributes)],
        };
        return;
      }
      if (!inline.has(name)) last = '';
      events.open(name, attributes);
    },
    close(name) {
      if (skipped) {
        const open = skipped.inner.get(name) ?? 0;
        if (name === skipped.name) {
          if (--skipped.depth === 0) skipped = undefined;
          gap = true;
          return;
        }
        if (open > 0) {
          skipped.inner.set(name, open - 1);
          return;
        }
        // What stands around ends before it: an end tag is missing.
        if (name === 'br' || name === 'p') return;
        skipped = undefined;
      } else if (held) {
        held.again.push(() => events.close(name));
        if (name === held.name) endHeld(held);
        return;
      }
      if (!inline.has(name)) last = '';
      events.close(name);
    },
    text(text) {
      if (skipped) return;
      if (!held) return say(text);
      held.text += text;
      held.again.push(() => say(text));
      if (held.text.length > longestHeld) release();
    },
    finish() {
      if (held) release();
      skipped = undefined;
    },
  };
  return reader;
};
