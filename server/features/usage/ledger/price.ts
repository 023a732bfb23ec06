import type { Spending } from './spending.ts';

/** What a model costs, in the operator's own currency. */
export interface ModelPrice {
  readonly inputPerMillion: number;
  readonly outputPerMillion?: number;
  readonly perImage?: number;
}

/** The price of a model, `undefined` when the operator has given none. */
export type PriceOf = (model: string) => ModelPrice | undefined;

/** Money for what was spent; 0 without a price. Texts to embed or to rank count as input. */
export function costOf(price: ModelPrice | undefined, spent: Spending): number {
  if (!price) return 0;
  const input = (spent.promptTokens + spent.embeddingTokens) * price.inputPerMillion;
  const output = spent.completionTokens * (price.outputPerMillion ?? 0);
  return (input + output) / 1_000_000 + spent.images * (price.perImage ?? 0);
}
