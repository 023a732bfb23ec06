/** What a tool gives: a text, the same as structured content where it has a form, or the reason why there is none. */
export interface ToolResult {
  readonly [field: string]: unknown;
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly isError?: true;
}

export const textResult = (text: string, structuredContent?: object): ToolResult => ({
  content: [{ type: 'text', text }],
  ...(structuredContent && { structuredContent: { ...structuredContent } }),
});
export const failed = (text: string): ToolResult => ({ ...textResult(text), isError: true });

/** What a visitor's program is told of a failure whose cause is for the log. */
export const unavailableText = 'This is unavailable right now. Please try again later.';
