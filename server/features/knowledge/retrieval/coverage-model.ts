import fitted from './coverage.json' with { type: 'json' };

/** The learned weights of the coverage, and its thresholds. */
export const coverageModel = fitted;
