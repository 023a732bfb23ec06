import type { ModelUsage } from '../../../ports/models.ts';

/** Usage of a call, or its maximum while it is reserved. Tokens and images are integers. */
export interface Spending {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly embeddingTokens: number;
  readonly images: number;
  /** Cached tokens of the prompt, if the provider reports them. */
  readonly cachedTokens?: number;
  /** True when estimated rather than counted by the provider. */
  readonly estimated: boolean;
}

export const nothingSpent: Spending = {
  promptTokens: 0,
  completionTokens: 0,
  embeddingTokens: 0,
  images: 0,
  estimated: false,
};

/** Tokens counted by ceilings: all kinds together. */
export const tokensOf = ({
  promptTokens,
  completionTokens,
  embeddingTokens,
}: Omit<Spending, 'estimated' | 'images' | 'cachedTokens'>): number =>
  promptTokens + completionTokens + embeddingTokens;

/** The provider's counts, or the estimate where they are missing or impossible. */
export function counted(usage: ModelUsage, estimate: Spending): Spending {
  const promptTokens = countedOf(usage.promptTokens, estimate.promptTokens);
  const completionTokens = countedOf(usage.completionTokens, estimate.completionTokens);
  const cachedTokens = whole(usage.cachedTokens);
  return {
    ...estimate,
    ...(cachedTokens !== undefined && { cachedTokens }),
    promptTokens: promptTokens ?? estimate.promptTokens,
    completionTokens: completionTokens ?? estimate.completionTokens,
    estimated:
      promptTokens === undefined || (completionTokens === undefined && estimate.completionTokens > 0),
  };
}

/** The count of a provider; none for a text that is there is an error. */
export function countedOf(tokens: number | undefined, estimate: number): number | undefined {
  const count = whole(tokens);
  return count === 0 && estimate > 0 ? undefined : count;
}

/** The estimate of a share of what was promised. */
export const shareOf = (promised: Spending, share: number): Spending => ({
  promptTokens: Math.ceil(promised.promptTokens * share),
  completionTokens: Math.ceil(promised.completionTokens * share),
  embeddingTokens: Math.ceil(promised.embeddingTokens * share),
  images: Math.ceil(promised.images * share),
  estimated: share > 0,
});

/** Larger counts of a provider are errors. */
const maxTokens = 1e9;

export const whole = (tokens: number | undefined): number | undefined =>
  tokens !== undefined && tokens >= 0 && tokens <= maxTokens ? Math.round(tokens) : undefined;
