import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ownGroups, specGroups } from '../../contract/api.ts';
import { projectRoot } from '../source-files.ts';

/** Operations that save what was read before, by their names. */
const isSave = /^(?:save|update|change|arrange|rename)/;

/** Saves without a revision, each with its reason. */
const unguarded = new Map([['account.changePassword', 'the password that counts until then is asked for']]);

const saves = [...specGroups, ...ownGroups]
  .filter(({ access }) => access === 'admin')
  .flatMap(({ name, endpoints }) =>
    Object.entries(endpoints).flatMap(([operation, { method, body }]) =>
      method !== 'GET' && body && isSave.test(operation) ? [{ name: `${name}.${operation}`, body }] : [],
    ),
  );
const isGuarded = ({ body }: (typeof saves)[number]) =>
  JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes('"basedOn"');

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test('CFG28: every save of a record that was read before takes the revision of what was read, or there is a reason', () => {
  expect(saves.length).toBeGreaterThan(8);
  const without = saves.filter((save) => !isGuarded(save)).map(({ name }) => name);
  expect(without).toEqual([...unguarded.keys()]);
});

test('CFG28: the console sends the revision with each of them', () => {
  const guarded = new Set(saves.filter(isGuarded).map(({ name }) => name));
  const found = new Set<string>();
  const bare: string[] = [];
  for (const path of globSync('console/**/*.{vue,ts}', { cwd: projectRoot })) {
    const text = readFileSync(join(projectRoot, path), 'utf8');
    for (const { 0: call, 1: group, 2: operation, index } of text.matchAll(/\bcall\(\s*(\w+),\s*'(\w+)'/g)) {
      const name = `${kebab(group ?? '')}.${operation}`;
      if (!guarded.has(name)) continue;
      found.add(name);
      // The fields may be put together above the call.
      if (!text.slice(Math.max(0, index - 400), index + call.length + 250).includes('basedOn'))
        bare.push(`${path}: ${name}`);
    }
  }
  expect(bare).toEqual([]);
  expect([...guarded].filter((name) => !found.has(name))).toEqual([]);
});
