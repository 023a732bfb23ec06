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
  const promptTokens = whole(usage.promptTokens);
  const completionTokens = whole(usage.completionTokens);
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

/** Larger counts of a provider are errors. */
const maxTokens = 1e9;

export const whole = (tokens: number | undefined): number | undefined =>
  tokens !== undefined && tokens >= 0 && tokens <= maxTokens ? Math.round(tokens) : undefined;
