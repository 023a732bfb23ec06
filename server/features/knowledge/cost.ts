import type { Generation, KnowledgeStore } from './store.ts';

/** An estimate is good for so long; pages ask for it again and again. */
const freshMs = 30_000;

/** Tokens that a change to another embedding model will send to it: those of all passages without a vector of it. */
export type Cost = (serving: Generation, signature: string) => Promise<number>;

export function createCost(deps: {
  readonly store: Pick<KnowledgeStore, 'tokensWithoutVector'>;
  readonly now: () => number;
}): Cost {
  let last: { readonly key: string; readonly at: number; readonly tokens: Promise<number> } | undefined;
  return ({ generation }, signature) => {
    const key = `${generation} ${signature}`;
    if (!last || last.key !== key || deps.now() - last.at > freshMs) {
      const tokens = deps.store.tokensWithoutVector(generation, signature);
      tokens.catch(() => (last = undefined));
      last = { key, at: deps.now(), tokens };
    }
    return last.tokens;
  };
}
