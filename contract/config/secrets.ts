const secretName = /api[-_]?key|secret|token$|password|authorization/i;

/** True for names of credentials; false for `maxTokens`. */
export const looksLikeSecret = (name: string) => secretName.test(name);

/** The first field at any depth whose name looks like a secret. Iterative, since bodies may be deeply nested. */
export function findSecret(body: unknown): string | undefined {
  const open: unknown[] = [body];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (looksLikeSecret(name)) return name;
      open.push(inner);
    }
  }
  return undefined;
}
