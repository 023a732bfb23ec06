import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { doctor } from './doctor.ts';

let dataDir: string;
let printed = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'docent-doctor-'));
  await writeFile(join(dataDir, 'docent.sqlite'), '');
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += String(text)), true));
});
afterEach(async () => {
  vi.restoreAllMocks();
  printed = '';
  await rm(dataDir, { recursive: true, force: true });
});

const run = (variables: Record<string, string>) =>
  doctor.run({ words: [], variables, text: () => undefined, flag: () => false });

test('DOC1: docent doctor exits with 0 without a problem, else with 1 and a remedy', async () => {
  expect(await run({ DOCENT_DATA_DIR: dataDir })).toBe(0);
  expect(printed).toMatch(/^ok {7}runtime/);
  expect(printed).toContain('→ Connect one: npx node server/cli.ts setup');
  expect(await run({ DOCENT_DATA_DIR: dataDir, DOCENT_PUBLIC_ORIGIN: 'http://127.0.0.1:9' })).toBe(1);
  expect(printed).toContain('PROBLEM  origin');
  const file = join(dataDir, 'file');
  await writeFile(file, '');
  expect(await run({ DOCENT_DATA_DIR: file })).toBe(1);
  expect(printed).toContain(`there is no database in ${file}`);
});
