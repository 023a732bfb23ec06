/** What a call has used, or may use while it is reserved. Tokens and images are whole numbers. */
export interface Spending {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly embeddingTokens: number;
  readonly images: number;
  /** Not counted by the provider but estimated. */
  readonly estimated: boolean;
}

export const nothingSpent: Spending = {
  promptTokens: 0,
  completionTokens: 0,
  embeddingTokens: 0,
  images: 0,
  estimated: false,
};

/** The tokens that ceilings count: every kind together. */
export const tokensOf = ({
  promptTokens,
  completionTokens,
  embeddingTokens,
}: Omit<Spending, 'estimated' | 'images'>): number => promptTokens + completionTokens + embeddingTokens;
