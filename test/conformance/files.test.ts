import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownGroups, specGroups } from '../../contract/api.ts';
import { projectFiles, projectRoot } from '../source-files.ts';

const files = new Map(
  projectFiles('server')
    .concat(projectFiles('contract'))
    .map(({ path, text }) => [path, text]),
);
const architecture = readFileSync(join(projectRoot, 'docs/architecture.md'), 'utf8');
const section = architecture.split('## From operation to file')[1]?.split('\n## ')[0] ?? '';
const rows = [...section.matchAll(/^\| `(\w+)` +\| `([^`]+)` +\| `([^`]+)`/gm)].map(
  ([, group = '', contract = '', by = '']) => ({
    group,
    contract,
    by,
  }),
);

test('every group of operations stands in the table that leads to its file', () => {
  expect(rows).toHaveLength(new Set([...specGroups, ...ownGroups]).size);
});

test.each(rows)(
  '$group: the contract and the file that carries it out are where the table says',
  ({ group, contract, by }) => {
    expect(files.get(contract)).toMatch(new RegExp(`export const ${group} = (?:\\{\\s*\\.\\.\\.)?group\\(`));
    expect(files.get(by)).toMatch(new RegExp(`implement\\(\\s*${group}(?:Group)?,`));
  },
);
