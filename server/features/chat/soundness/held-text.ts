import { deniesCoverage } from '../answer-state.ts';

/** Characters of a text without any supported statement after which no more of it is asked for. */
const longestHeld = 1_500;

/** Characters within which a text that says that the site lacks the information is shown as it is. */
const longestDenial = 240;

const MARK = /\[\d{1,2}\]/;

/**
 * Holds a model's text back until a statement of it is supported, so that a text without any can be left out. A short
 * text that says that the site lacks the information is shown, too. `notCovered` is the sentence for an uncovered question: it comes before
 * a text that neither says so itself nor has a valid marker. Without `isSupported` only that sentence is waited for.
 */
export function createHeldText(isSupported: ((text: string) => boolean) | undefined, notCovered?: string) {
  let held = '';
  let isOpen = isSupported === undefined && notCovered === undefined;
  const mayPass = isSupported ?? (() => true);
  const release = (): string => {
    isOpen = true;
    const isHonest = held.trim() === '' || deniesCoverage(held) || MARK.test(held);
    return notCovered === undefined || isHonest ? held : `${notCovered}\n\n${held}`;
  };
  return {
    /** Takes whole sentences; returns what can be sent now. */
    push(text: string): string {
      if (isOpen || text === '') return text;
      held += text;
      return mayPass(held) ? release() : '';
    },
    /** True when so much came without support that the rest need not be waited for. */
    get isHopeless() {
      return !isOpen && held.length > longestHeld;
    },
    /** Returns the rest at the end, `undefined` where nothing of the text is supported. */
    end(text: string): string | undefined {
      if (isOpen) return text;
      held += text;
      const isDenial = held.length <= longestDenial && deniesCoverage(held);
      return held.trim() === '' || isDenial || mayPass(held) ? release() : undefined;
    },
    /** True once text is shown as it comes. */
    get isOpen() {
      return isOpen;
    },
    /** The text that is held back. */
    get held() {
      return isOpen ? '' : held;
    },
  };
}
