import type { Spending } from './spending.ts';

/** Price of a model, in the operator's currency. */
export interface ModelPrice {
  readonly inputPerMillion: number;
  readonly outputPerMillion?: number;
  readonly perImage?: number;
}

/** Price of a model, `undefined` when the operator has set none. */
export type PriceOf = (model: string) => ModelPrice | undefined;

/** True when usage of a model costs money. */
export const isPaid = (price: ModelPrice | undefined): boolean =>
  price !== undefined && price.inputPerMillion + (price.outputPerMillion ?? 0) + (price.perImage ?? 0) > 0;

/** Cost of usage; 0 without a price. Embedding and rerank texts count as input. */
export function costOf(price: ModelPrice | undefined, spent: Spending): number {
  if (!price) return 0;
  const input = (spent.promptTokens + spent.embeddingTokens) * price.inputPerMillion;
  const output = spent.completionTokens * (price.outputPerMillion ?? 0);
  return (input + output) / 1_000_000 + spent.images * (price.perImage ?? 0);
}
