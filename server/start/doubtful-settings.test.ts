import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnv } from '../env.ts';
import { doubtfulSettings } from './doubtful-settings.ts';

const doubts = (variables: Readonly<Record<string, string>>) => doubtfulSettings(readEnv(variables));

test('RUN4: a misspelt setting is named with the one that was meant', () => {
  expect(doubts({ DOCENT_SIET: 'https://a.example' })).toEqual([
    'DOCENT_SIET is no setting of Docent; did you mean DOCENT_SITE?',
  ]);
  expect(doubts({ DOCENT_ALLOWED_ORIGIN: 'x', DOCENT_DATA_DIRR: 'x' })).toHaveLength(2);
  // Keys of models may have any name.
  expect(doubts({ DOCENT_CHAT_KEY: 'x', DOCENT_SITES_KEY: 'x', DOCENT_SITE: 'https://a.example' })).toEqual(
    [],
  );
});

test('RUN4: a content folder that cannot be looked at keeps no service from its start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-doubts-'));
  try {
    await symlink('two', join(folder, 'one'));
    await symlink('one', join(folder, 'two'));
    expect(doubts({ DOCENT_CONTENT_DIR: join(folder, 'one') })).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('RUN4: a content folder that is not there is named', () => {
  expect(doubts({ DOCENT_CONTENT_DIR: '/nowhere/at/all' })).toEqual([
    'DOCENT_CONTENT_DIR: there is no folder /nowhere/at/all; create it, or correct the setting',
  ]);
  expect(doubts({})).toEqual([]);
  expect(doubts({ DOCENT_CONTENT_DIR: '/nowhere/at/all', DOCENT_SITE: 'https://a.example' })).toEqual([]);
});
