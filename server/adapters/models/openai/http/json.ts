/** Value at a path of field names and indexes in unchecked JSON; `undefined` where the path ends early. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let here: unknown = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    const fields: Readonly<Record<string, unknown>> = Object(here);
    here = fields[step];
  }
  return here;
}

/** Text at a path, `undefined` when it is none. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** List at a path, empty when it is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The first non-negative integer among some fields of a value. */
export function countAt(value: unknown, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const found = at(value, name);
    if (typeof found === 'number' && Number.isSafeInteger(found) && found >= 0) return found;
  }
  return undefined;
}
