/** Every value under the key `$ref`, anywhere. */
export function referencesIn(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (part: unknown) => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, inner] of Object.entries(part)) {
      if (key === '$ref' && typeof inner === 'string') found.add(inner);
      else look(inner);
    }
  };
  look(value);
  return found;
}
