/** Usage of a call, or its maximum while it is reserved. Tokens and images are integers. */
export interface Spending {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly embeddingTokens: number;
  readonly images: number;
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
}: Omit<Spending, 'estimated' | 'images'>): number => promptTokens + completionTokens + embeddingTokens;
