import type { ListPrice } from '../../../contract/operator/connected-models.ts';
import prices from './list-prices.json' with { type: 'json' };

/**
 * Published prices that are known, each with the day as of which it is. Nobody follows the lists of the providers for them,
 * so they are proposed to whoever connects a model, who checks them there, and nothing is counted by them. A name whose price
 * depends on the model behind it that day, or on whether it thinks first, has none. Where a price depends on the length of
 * the prompt it is the one of the shortest.
 */
export const listPrices = (provider: string): readonly ListPrice[] =>
  prices.filter((price) => price.provider === provider).map(({ provider: _provider, ...price }) => price);
