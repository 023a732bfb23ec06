/** Where this browser keeps the conversations of earlier days. */
export const pastKey = 'docent-conversations';
