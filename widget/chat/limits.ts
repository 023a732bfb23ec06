/**
 * Limits of what the widget sends, in UTF-16 code units and items. The contract allows more history (20 items of
 * 4000); the widget sends less, so that long conversations stay fast.
 */
export const limits = {
  messageLength: 4000,
  historyItems: 12,
  historyItemLength: 2000,
  commentLength: 200,
  pageUrlLength: 2000,
} as const;
