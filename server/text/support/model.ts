import type { Edit } from './edits/edits.ts';
import { readEdits } from './edits/reader.ts';
import { signalValues, type Signals } from './signals.ts';
import learned from './weights.json' with { type: 'json' };

const { threshold, moved, sure, possible, scale } = learned;

/** Scores from which on a statement is supported, by an article that nobody named, is practically said, and may be supported. */
export const thresholds = { threshold, moved, sure, possible } as const;

/** Probability that the sentences support the statement, by the edits between them and the signals of their comparison. */
export const probability = (signals: Signals, edits: readonly Edit[]): number =>
  1 / (1 + Math.exp(-(scale.bias + scale.weight * readEdits(edits, signalValues(signals)))));
