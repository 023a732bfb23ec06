import type { ListPrice } from '../../../contract/operator/connected-models.ts';
import prices from './list-prices.json' with { type: 'json' };

/**
 * Prices that a provider has published, each with the day on which its list had it. They are proposed to whoever connects a
 * model and nothing is counted by them. Where a price depends on the length of the prompt it is the one of the shortest.
 */
export const listPrices = (provider: string): readonly ListPrice[] =>
  prices.filter((price) => price.provider === provider).map(({ provider: _provider, ...price }) => price);
