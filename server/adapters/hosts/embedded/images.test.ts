import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createContentFolder } from '../../../../test/fakes/content-folder.ts';
import { createImages } from './images.ts';
import { sniffImage } from './content/image-kind.ts';

const clock = { now: () => 0 };
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), Buffer.alloc(20)]);
const image = { bytes: png, mediaType: 'image/png', fileName: '../../x.html' };

test('names are made up, marks lie beside, nothing half-written stays', async () => {
  await using folder = await createContentFolder();
  const stored = await createImages(folder.dataDir, clock).put(image, 'local', 'pet:7');
  expect(stored.url).toMatch(/^\/upload\/[0-9a-f]{32}\.png$/);
  const names = await readdir(join(folder.dataDir, 'attachments'));
  expect(names.toSorted()).toEqual([stored.id, `${stored.id}.json`]);
  const about: unknown = JSON.parse(
    await readFile(join(folder.dataDir, 'attachments', `${stored.id}.json`), 'utf8'),
  );
  expect(about).toMatchObject({
    ownerMark: 'pet:7',
    mediaType: 'image/png',
    createdAt: '1970-01-01T00:00:00.000Z',
  });
});

test('files that are no image, of another type than declared, or for another store are refused', async () => {
  await using folder = await createContentFolder();
  const images = createImages(folder.dataDir, clock);
  const html = Buffer.from('<svg onload=alert(1)>');
  await expect(images.put({ ...image, bytes: html }, 'local', 'x')).rejects.toMatchObject({
    code: 'invalid',
  });
  await expect(images.put({ ...image, mediaType: 'image/jpeg' }, 'local', 'x')).rejects.toMatchObject({
    code: 'invalid',
  });
  await expect(images.put(image, 'cloud', 'x')).rejects.toMatchObject({ code: 'not-found' });
});

test("only generated names can be read, and only Docent's own images can be deleted", async () => {
  await using folder = await createContentFolder({ 'secret.png': png });
  const images = createImages(folder.dataDir, clock);
  const stored = await images.put(image, '', 'x');
  for (const name of ['../secret.png', `${stored.id}.json`, 'x.png', '..', '', `../content/secret.png`])
    expect(await images.get(name)).toBeUndefined();
  const foreign = `${'0'.repeat(32)}.png`;
  await writeFile(join(folder.dataDir, 'attachments', foreign), png);
  await expect(images.delete(foreign)).rejects.toMatchObject({ code: 'forbidden' });
  await images.delete(stored.id);
  await images.delete(stored.id);
  expect(await readdir(join(folder.dataDir, 'attachments'))).toEqual([foreign]);
});

test.each([
  ['\x89PNG\r\n\x1A\n....', 'image/png'],
  ['\xFF\xD8\xFF\xE0....', 'image/jpeg'],
  ['GIF89a....', 'image/gif'],
  ['RIFF....WEBPVP8 ', 'image/webp'],
  ['....ftypavif....', 'image/avif'],
  ['RIFF....WAVE', undefined],
  ['<svg xmlns="x">', undefined],
  ['', undefined],
])('%j is %s', (head, mediaType) => {
  expect(sniffImage(Buffer.from(head, 'latin1'))?.mediaType).toBe(mediaType);
});
