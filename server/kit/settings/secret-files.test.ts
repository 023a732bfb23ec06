import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withSecretFiles } from './secret-files.ts';

const names = ['DOCENT_ADMIN_TOKEN', 'DOCENT_DATABASE_URL', 'DOCENT_MODELS_FILE'];
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-secrets-'));
  await writeFile(join(folder, 'DOCENT_ADMIN_TOKEN'), 'of the credentials\r\n');
  await writeFile(join(folder, 'url'), 'postgres://name:pass@db/x\n');
  await writeFile(join(folder, 'key'), 'sk-1');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('RUN14: a secret is read from the file that its variable with _FILE names, or from the credentials of systemd', () => {
  const read = withSecretFiles(
    {
      CREDENTIALS_DIRECTORY: folder,
      DOCENT_DATABASE_URL_FILE: join(folder, 'url'),
      OPENAI_API_KEY_FILE: join(folder, 'key'),
      DOCENT_MODELS_FILE: join(folder, 'models.json'),
      SSL_CERT_FILE: join(folder, 'none'),
      OTHER_KEY_FILE: join(folder, 'none'),
    },
    names,
  );
  expect(read).toMatchObject({
    DOCENT_ADMIN_TOKEN: 'of the credentials',
    DOCENT_DATABASE_URL: 'postgres://name:pass@db/x',
    OPENAI_API_KEY: 'sk-1',
  });
  expect(Object.keys(read)).not.toContain('OTHER_KEY');
  expect(Object.keys(read)).not.toContain('DOCENT_MODELS');
});

test('RUN14: the variable itself wins, and a file of a setting that cannot be read is named without its content', () => {
  const file = { DOCENT_ADMIN_TOKEN_FILE: join(folder, 'none') };
  expect(withSecretFiles({ ...file, DOCENT_ADMIN_TOKEN: 'itself' }, names)).toMatchObject({
    DOCENT_ADMIN_TOKEN: 'itself',
  });
  expect(() => withSecretFiles(file, names)).toThrow(
    /^DOCENT_ADMIN_TOKEN_FILE: .*none cannot be read \(ENOENT\)$/,
  );
});

test('RUN14: an empty file is refused for a setting, as another database would be used without a word, and line breaks at the end do not count', async () => {
  const path = join(folder, 'given');
  const read = () => withSecretFiles({ DOCENT_DATABASE_URL_FILE: path, OTHER_KEY_FILE: path }, names);
  await writeFile(path, 'postgres://name:pass word @db/x\r\n\n');
  expect(read()).toMatchObject({ DOCENT_DATABASE_URL: 'postgres://name:pass word @db/x' });
  for (const empty of ['', '\n', ' \n']) {
    await writeFile(path, empty);
    expect(read).toThrow(`DOCENT_DATABASE_URL_FILE: ${path} is empty`);
  }
  await writeFile(join(folder, 'DOCENT_ADMIN_TOKEN'), '\n');
  expect(() => withSecretFiles({ CREDENTIALS_DIRECTORY: folder }, names)).toThrow(
    'DOCENT_ADMIN_TOKEN is empty',
  );
  expect(
    withSecretFiles({ CREDENTIALS_DIRECTORY: folder, DOCENT_ADMIN_TOKEN: 'itself' }, names),
  ).toMatchObject({
    DOCENT_ADMIN_TOKEN: 'itself',
  });
});
