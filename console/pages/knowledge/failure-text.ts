import type { KnowledgeStats } from '../../../contract/knowledge.ts';
import { worded } from '../../text/explanations/worded.ts';
import { formatTime, labelled } from '../../text/format.ts';

interface FailureTexts {
  readonly failedAt: (time: string) => string;
}

/** When and why a rebuild failed. */
export const failureText = (
  { error, explanation, endedAt }: NonNullable<KnowledgeStats['rebuildFailure']>,
  t: FailureTexts,
): string =>
  labelled(t.failedAt(endedAt === undefined ? '' : formatTime(endedAt)), worded(error, explanation));
