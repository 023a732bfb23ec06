/** What the chat says of a failure, without the sign that stands before it there. */
export const plainFailure = (said: string): string => said.trim().replace(/^⚠️\s*/u, '');
