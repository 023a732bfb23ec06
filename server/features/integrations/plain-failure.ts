/** The chat's message for a failure without its leading warning sign. */
export const plainFailure = (said: string): string => said.trim().replace(/^⚠️\s*/u, '');
