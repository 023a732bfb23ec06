import { unusableReply } from '../../kit/fault.ts';
import { factsOf, hasName, numbersBeyond } from '../../text/facts.ts';
import { explained } from '../../kit/explained.ts';

/** How a new text must keep the facts of its source: `all` of them, or only `known` ones (it may omit facts but not add any). */
export type KeptFacts = 'all' | 'known';

/** Maximum of facts named in a refusal. */
const maxNamed = 5;

/**
 * Throws `upstream` when a text contains numbers that its source does not have, or lacks numbers or names of the source. Numbers are
 * compared by value, so that `3` may become “three”. Facts in the author's instruction are allowed.
 */
export function assertFactsKept(source: string, result: string, keeps: KeptFacts, instruction: string): void {
  const before = factsOf(`${source}\n${instruction}`);
  const after = factsOf(result);
  const added = numbersBeyond(after, before);
  const isWhole = keeps === 'all' && instruction.trim() === '';
  const lost = isWhole ? numbersBeyond(before, after) : [];
  const isThere = hasName(result);
  const gone = isWhole ? [...before.names].filter((name) => !isThere(name)) : [];
  const changed = [...added, ...lost, ...gone];
  if (changed.length > 0)
    throw unusableReply(explained('writing_changed_facts', { facts: changed.slice(0, maxNamed).join(', ') }));
}
