import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectRoot } from '../../test/source-files.ts';
import { isPermitted } from './licences.ts';
import { knownHoles, type OsvRecord } from './known-holes.ts';
import { lockedPackages } from './packages.ts';
import { compareVersions } from './versions.ts';

test('DEP9: every package that Docent or its build takes has a licence of the list', () => {
  const packages = lockedPackages(projectRoot);
  expect(packages.length).toBeGreaterThan(400);
  expect(packages.filter((one) => !isPermitted(one))).toEqual([]);
  expect(packages.filter(({ version }) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND BSD-3-Clause', true],
  ['MIT AND GPL-3.0', false],
  ['none', false],
  ['AGPL-3.0-only', false],
])('DEP9: the licence %s', (licence, isFine) => {
  expect(isPermitted({ name: 'one', licence })).toBe(isFine);
});

test('versions are in the order of semver.org', () => {
  const order = [
    '0',
    '0.9.9',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.2.0',
    '1.10.0',
    '2.0.0',
  ];
  expect(order.toReversed().toSorted(compareVersions)).toEqual(order);
  expect(compareVersions('1.0.0+build.5', '1.0.0')).toBe(0);
});

describe('DEP9: known holes by records of OSV', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'docent-osv-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const installed = (name: string, version: string) => ({ name, version, licence: 'MIT' });
  const record = (id: string, name: string, more: object, ecosystem = 'npm'): OsvRecord => ({
    id,
    summary: `of ${name}`,
    affected: [{ package: { ecosystem, name }, ...more }],
  });
  const range = (...events: object[]) => ({ ranges: [{ type: 'SEMVER', events }] });

  test('are those of a version within a range or in the list, of this ecosystem, and not withdrawn', async () => {
    const packages = [
      installed('one', '1.5.0'),
      installed('one', '2.1.0'),
      installed('@a/two', '3.0.0-rc.1'),
    ];
    const records = [
      record('A', 'one', range({ introduced: '0' }, { fixed: '1.5.0' })),
      record(
        'B',
        'one',
        range({ introduced: '1.0.0' }, { fixed: '1.5.1' }, { introduced: '2.0.0' }, { fixed: '2.1.0' }),
      ),
      record('C', 'one', range({ introduced: '2.0.0' }, { last_affected: '2.1.0' })),
      record('D', '@a/two', range({ introduced: '3.0.0' })),
      record('E', '@a/two', { versions: ['3.0.0-rc.1'] }),
      record('F', 'one', range({ introduced: '0' }), 'PyPI'),
      { ...record('G', 'one', range({ introduced: '0' })), withdrawn: '2026-01-01T00:00:00Z' },
      record('H', 'three', range({ introduced: '0' })),
    ];
    for (const [at, one] of records.entries())
      await writeFile(join(folder, `${at}.json`), JSON.stringify(one));
    const { records: count, holes } = await knownHoles(packages, folder);
    expect(count).toBe(8);
    const found = holes.map(({ id, name, version }) => `${id} ${name} ${version}`).toSorted();
    expect(found).toEqual(['B one 1.5.0', 'C one 2.1.0', 'E @a/two 3.0.0-rc.1']);
    await writeFile(join(folder, 'all.json'), JSON.stringify(records));
    expect((await knownHoles(packages, join(folder, 'all.json'))).holes).toHaveLength(3);
  });
});
