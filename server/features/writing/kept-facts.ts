import { factsOf, hasName, numbersBeyond } from '../../text/facts.ts';
import { explained } from '../../kit/explained.ts';
import { unusableReply } from './ask-model.ts';

/** What a new text must keep of the facts of its source: `all` of them, or it may leave out some and add none. */
export type KeptFacts = 'all' | 'known';

/** Facts that a refusal names. */
const mostNamed = 5;

/**
 * Throws `upstream` where a text has numbers that its source has not, or lacks numbers or names of it. Numbers are compared by their
 * values, so that `3` may become “three”. What the author asks for beside the action may change them.
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
    throw unusableReply(
      explained('writing_changed_facts', { facts: changed.slice(0, mostNamed).join(', ') }),
    );
}
