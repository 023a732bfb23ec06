/** One step of a JSON Patch (RFC 6902). */
export interface PatchStep {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

type Node = Record<string, unknown>;

/** The document after the steps; `undefined` when a step has no place in it. `add` replaces what a member holds. */
export const patched = (document: object, steps: readonly PatchStep[]): Node | undefined => {
  const whole = structuredClone(document) as Node;
  for (const { op, path, value } of steps) {
    const keys = path.split('/').slice(1).map(unescaped);
    const last = keys.pop();
    let parent: unknown = whole;
    for (const key of keys) parent = isNode(parent) ? parent[key] : undefined;
    if (last === undefined || !isNode(parent)) return undefined;
    if (op === 'add') parent[last] = value;
    else if (op === 'remove' && last in parent) delete parent[last];
    else return undefined;
  }
  return whole;
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const unescaped = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');
