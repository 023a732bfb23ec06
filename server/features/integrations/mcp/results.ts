/** Result of a tool: a text, also as structured content if it has a schema, or the reason for a failure. */
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

/** Message to visitors' programs for a failure whose cause is only logged. */
export const unavailableText = 'This is unavailable right now. Please try again later.';
