import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SettingError } from '../env.ts';
import { refuseFurtherWords } from './command.ts';
import { models } from './models.ts';
import { token } from './token.ts';
import { tryOut } from './try.ts';

const lineOf = (...words: string[]) => ({ words, variables: {}, text: () => undefined, flag: () => false });

test('CLI4: docent try says what it cannot read', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'docent-try-empty-'));
  const refused = async (named: string) => {
    const run = tryOut.run(lineOf(named));
    await expect(run).rejects.toBeInstanceOf(SettingError);
    return run.then(String, (error: Error) => error.message);
  };
  expect(await refused('')).toBe('try: needs the address of a site, or a folder of Markdown');
  expect(await refused('./no-such-folder')).toMatch(/there is no folder \.\/no-such-folder/);
  expect(await refused(empty)).toMatch(/no Markdown files/);
  expect(await refused('http://127.0.0.1:1/')).toMatch(/The site cannot be reached/);
  await rm(empty, { recursive: true });
});

test('CLI3: an action refuses words that it does not take', async () => {
  const further = (name: string) => `${name}: does not take “extra”`;
  await expect(models.run(lineOf('remove', 'one', 'extra'))).rejects.toThrow(further('models remove'));
  await expect(models.run(lineOf('list', 'extra'))).rejects.toThrow(further('models list'));
  await expect(
    token.run({ ...lineOf('renew', 'extra'), variables: { DOCENT_DATA_DIR: '/dev/null/none' } }),
  ).rejects.toThrow(further('token renew'));
  expect(() => refuseFurtherWords('ask', ['many', 'words'], Number.POSITIVE_INFINITY)).not.toThrow();
});
