import { expect, test } from 'vitest';
import { ownGroups, specGroups } from '../../contract/api.ts';
import { audits } from '../../server/features/changes/acts.ts';

const writes = [...specGroups, ...ownGroups]
  .filter(({ access }) => access === 'admin')
  .flatMap(({ name, endpoints }) =>
    Object.entries(endpoints).flatMap(([operation, { method, reply }]) =>
      method === 'GET' ? [] : [{ name: `${name}.${operation}`, kind: reply.kind }],
    ),
  );
const unrecorded = new Map(
  Object.entries(audits).flatMap(([name, audit]) =>
    typeof audit === 'object' && 'unrecorded' in audit ? [[name, audit.unrecorded] as const] : [],
  ),
);

test('CHG4: every write of administrators is recorded, or there is a reason why not', () => {
  expect(Object.keys(audits).toSorted()).toEqual(writes.map(({ name }) => name).toSorted());
  expect([...unrecorded.values()].filter((reason) => !/\w+ \w+/.test(reason))).toEqual([]);
});

test('CHG4: streams and documents, of which nothing tells that they succeeded, are not recorded as acts', () => {
  const acts = writes.filter(({ name }) => !unrecorded.has(name));
  expect(acts.filter(({ kind }) => kind === 'stream' || kind === 'document')).toEqual([]);
});
