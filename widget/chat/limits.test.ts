import { expect, test } from 'vitest';
import { chatLimits } from '../../contract/chat/chat.ts';
import { limits } from './limits.ts';

test('the widget sends no more than the contract takes', () => {
  expect(limits.messageLength).toBe(chatLimits.messageLength);
  expect(limits.commentLength).toBe(chatLimits.feedbackCommentLength);
  expect(limits.historyItems).toBeLessThanOrEqual(chatLimits.historyItems);
  expect(limits.historyItemLength).toBeLessThanOrEqual(chatLimits.historyItemLength);
});
