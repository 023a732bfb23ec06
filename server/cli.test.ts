import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { index } from './cli/index-command.ts';
import { endOf, token } from './cli/token.ts';

afterEach(() => vi.restoreAllMocks());

test('AUTH8: docent token renews and revokes the generated token, and prints no other secret', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'docent-cli-'));
  await writeFile(join(dataDir, 'docent.sqlite'), '');
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed = String(text)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const docent = async (...words: string[]) => {
    printed = '';
    const code = await token.run({
      words,
      variables: { DOCENT_DATA_DIR: dataDir },
      text: () => undefined,
      flag: () => false,
    });
    return { code, printed };
  };
  try {
    expect((await docent()).printed).toContain('is in force');
    const { token: generated } = JSON.parse(await readFile(join(dataDir, 'admin-credentials.json'), 'utf8'));
    expect((await docent('renew')).printed).toMatch(/^docent_[\w-]{43}\n$/);
    const state = await docent();
    expect(state.printed).toContain('no longer works');
    expect(state.printed).not.toContain(generated);
    await expect(docent('revoke')).rejects.toThrow('needs the id of a token');
    expect((await docent()).printed).toContain('has been renewed');
    expect((await docent('revoke', 'generated')).printed).toContain('has been revoked');
    expect((await docent('burn')).code).toBe(2);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('CLI1, CLI7: docent token creates, lists and revokes tokens for programs', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'docent-cli-'));
  await writeFile(join(dataDir, 'docent.sqlite'), '');
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed = String(text)), true));
  const options: Record<string, string> = {};
  const docent = async (...words: string[]) => {
    await token.run({
      words,
      variables: { DOCENT_DATA_DIR: dataDir },
      text: (name) => options[name],
      flag: () => false,
    });
    return printed;
  };
  try {
    expect(await docent('list')).toBe('There are no tokens.\n');
    const made = await docent('create', 'newsletter');
    expect(made).toMatch(/^docent_[\w-]{43}\n$/);
    const listed = await docent('list');
    expect(listed).toContain('newsletter');
    expect(listed).not.toContain(made.trim());
    expect(listed).toContain('(admin, no end, ');
    expect(await docent('revoke', listed.split(' ')[0] ?? '')).toBe(`Revoked: ${listed}`);
    expect(await docent('list')).toBe('There are no tokens.\n');
    Object.assign(options, { scope: 'writing', expires: '90d' });
    await docent('create', 'wordpress');
    expect(await docent('list')).toMatch(/ {2}wordpress {2}\(writing, ends \d{4}-\d\d-\d\d \d\d:\d\d UTC, /);
    options['scope'] = 'everything';
    await expect(docent('create', 'more')).rejects.toThrow(
      '--scope must be admin, writing, questions, analytics',
    );
    Object.assign(options, { scope: 'admin', expires: 'yesterday' });
    await expect(docent('create', 'more')).rejects.toThrow('--expires must be a day to come');
    await expect(docent('revoke', 'unknown')).rejects.toThrow('Token not found');
    await expect(docent('create')).rejects.toThrow('needs a name');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

const now = new Date(2026, 10, 26, 15).getTime();

test.each([
  ['2026-11-26', new Date(2026, 10, 26, 23, 59, 59).toISOString()],
  ['2027-02-28', new Date(2027, 1, 28, 23, 59, 59).toISOString()],
  ['90d', new Date(now + 90 * 86_400_000).toISOString()],
  ['2026-11-25', undefined],
  ['2027-02-30', undefined],
  ['0d', undefined],
  ['90', undefined],
  ['', undefined],
])('CLI7: a token with --expires %j ends %s', (text, end) => {
  expect(endOf(text, now)).toBe(end);
});

test('CLI2: docent index counts the articles and builds them anew', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'docent-cli-'));
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += String(text)), true));
  try {
    await mkdir(join(dataDir, 'blog'));
    await writeFile(join(dataDir, 'blog/one.md'), '# One\n\nThe first article.\n');
    const variables = { DOCENT_DATA_DIR: join(dataDir, 'data'), DOCENT_CONTENT_DIR: join(dataDir, 'blog') };
    const line = { variables, text: () => undefined, flag: () => false };
    expect(await index.run({ ...line, words: [] })).toBe(0);
    expect(printed).toBe('1 articles in the index\n');
    expect(await index.run({ ...line, words: ['rebuild'] })).toBe(0);
    expect(printed).toMatch(/100 %\n1 articles in the index\n$/);
    await expect(index.run({ ...line, words: ['burn'] })).rejects.toThrow('the action must be rebuild');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
