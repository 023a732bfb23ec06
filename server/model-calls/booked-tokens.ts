import type { BookedCall, ModelUsage } from '../ports/models.ts';

/** Tokens of the prompt and of the completion of all calls; nothing where none was booked. */
export const bookedTokens = (
  calls: readonly BookedCall[],
): Pick<ModelUsage, 'promptTokens' | 'completionTokens'> =>
  calls.length === 0
    ? {}
    : {
        promptTokens: calls.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
        completionTokens: calls.reduce((sum, { completionTokens }) => sum + completionTokens, 0),
      };
