/** Parses JSON; `undefined` when the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a JSON object; `undefined` when the text is anything else. */
export function parseRecord(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(text);
  return isRecord(value) ? value : undefined;
}

/** True for an object that is not an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object without one of its fields. */
export const without = <T extends object>(value: T, name: keyof T): T =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)) as T;
