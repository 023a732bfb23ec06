const secretName = /api[-_]?key|secret|token$|password|authorization/i;

/** True when the name of a field says that it holds a credential; `maxTokens` does not. */
export const looksLikeSecret = (name: string) => secretName.test(name);

/** The first field, at any depth, whose name looks like a secret. A list in place of recursion: bodies may be nested deeply. */
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
