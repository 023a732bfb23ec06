/** The same JSON with lists of at most two members and texts of at most 160 characters, which still fits its schema. */
export function cutShort(value: unknown): unknown {
  if (typeof value === 'string') return value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value;
  if (Array.isArray(value)) return value.slice(0, MOST).map(cutShort);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutShort(inner)]));
}

const LONGEST = 160;
const MOST = 2;
