import { questionVariants } from './normalize-question.ts';
import { requiredLiterals, type AnyOf } from './required-literals.ts';
import { createTrigger, foldPattern, type Trigger } from './trigger.ts';

/** A pattern with its rank; smaller ranks are tried first. */
interface Entry {
  readonly rank: number;
  readonly trigger: Trigger;
  /** Literals that every matching question contains. */
  readonly required: readonly AnyOf[];
}

/**
 * Index of all routes' patterns; finds the first matching route. A pattern is tried only when the question contains one
 * of its required literals, which are found by character bigrams, so the number of routes hardly matters.
 */
export function createTriggerIndex<R extends { readonly triggerPatterns: readonly string[] }>(
  routes: readonly R[],
): (question: string) => R | undefined {
  const always: Entry[] = [];
  const byGram = new Map<number, Entry[]>();
  const list = (gram: number, entry: Entry) => {
    const entries = byGram.get(gram);
    if (entries) entries.push(entry);
    else byGram.set(gram, [entry]);
  };

  const entriesOf = (gram: number) => byGram.get(gram)?.length ?? 0;

  routes.forEach(({ triggerPatterns }, rank) => {
    for (const pattern of triggerPatterns) {
      const required = requiredLiterals(foldPattern(pattern));
      const entry = { rank, trigger: createTrigger(pattern), required };
      // Indexes one requirement per pattern, the one with the rarest bigrams.
      const places = required.map((texts) => texts.map((text) => rarest(gramsOf(text), entriesOf)));
      const crowd = (grams: readonly number[]) =>
        grams.reduce((sum, gram) => sum + entriesOf(gram) + (isPair(gram) ? 0 : everywhere), 0);
      const [best] = places.toSorted((a, b) => crowd(a) - crowd(b));
      if (!best) always.push(entry);
      else for (const gram of new Set(best)) list(gram, entry);
    }
  });

  const candidates = (form: string): Entry[] => {
    const seen = new Set<Entry>();
    for (let at = 0; at < form.length; at += 1) {
      for (const entry of byGram.get(pairAt(form, at)) ?? []) seen.add(entry);
      for (const entry of byGram.get(form.charCodeAt(at)) ?? []) seen.add(entry);
    }
    return [...always, ...[...seen].filter((entry) => fits(entry, form))].toSorted((a, b) => a.rank - b.rank);
  };

  return (question) => {
    const first = questionVariants(question).map(
      (form) => candidates(form).find(({ trigger }) => trigger(form))?.rank ?? Infinity,
    );
    return routes[Math.min(...first)];
  };
}

/** Assumed number of entries of a single Latin letter or blank, which occurs in most questions. */
const everywhere = 1_000;
const isPair = (gram: number) => gram >= 0x10000 || gram > 0x2e80;

const fits = ({ required }: Entry, form: string): boolean =>
  required.every((texts) => texts.some((text) => form.includes(text)));

/** Bigrams of code units as numbers; a text of one unit is its own gram. */
const gramsOf = (text: string): number[] =>
  text.length === 1
    ? [text.charCodeAt(0)]
    : Array.from({ length: text.length - 1 }, (_, at) => pairAt(text, at));

const pairAt = (text: string, at: number): number => text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);

const rarest = (grams: readonly number[], entries: (gram: number) => number): number =>
  grams.reduce((best, gram) => (entries(gram) < entries(best) ? gram : best));
