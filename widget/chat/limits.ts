/**
 * Limits of what the widget sends, in UTF-16 code units and items. The contract allows more history (20 items of 4000);
 * a visitor's browser sends less so that long talks stay quick.
 */
export const limits = {
  messageLength: 4000,
  historyItems: 12,
  historyItemLength: 2000,
  commentLength: 200,
  pageUrlLength: 2000,
} as const;
