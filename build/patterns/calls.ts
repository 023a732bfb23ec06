type Load = (file: string) => Promise<Record<string, unknown>>;

/** Calls functions that put expressions together, so that these can be checked. Whoever writes another one adds a call. */
export async function callAll(load: Load): Promise<void> {
  for (const [file, name, ...args] of calls) {
    const called = (await load(file))[name];
    if (typeof called !== 'function')
      throw new Error(`${file} has no function ${name}: mend build/patterns/calls.ts`);
    called(...args);
  }
}

/** An operation with both kinds of parameters in its path. */
const parameters = { method: 'GET', path: '/a/{id}/b/{rest*}', reply: { kind: 'none' } };

/** File, function, arguments. */
const calls: readonly (readonly [string, string, ...unknown[]])[] = [
  [
    'server/http/routing/methods.ts',
    'createMethodsAt',
    [{ name: 'one', prefix: 'console', endpoints: { one: parameters } }],
  ],
  ['server/adapters/models/builtin/proofread.ts', 'proofread', '灯塔 tower'],
  ['server/model-calls/fence.ts', 'fencedParts', { text: 'text', title: 'title' }],
  ['server/markup/mdx.ts', 'plainMdx', '<Note>\n  <Tip>\n    text\n  </Tip>\n</Note>\n'],
];
