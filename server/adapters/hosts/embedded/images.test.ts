import { expect, test, vi } from 'vitest';
import { createImages } from './images.ts';
import { sniffImage } from './content/image-kind.ts';
import { createMemoryStores } from './stores.ts';

const clock = { now: () => 0 };
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), Buffer.alloc(20)]);
const image = { bytes: png, mediaType: 'image/png', fileName: '../../x.html' };

test('names are made up, and marks are kept with the image', async () => {
  const store = createMemoryStores().images;
  const add = vi.spyOn(store, 'add');
  const stored = await createImages(store, clock).put(image, 'local', 'pet:7');
  expect(stored.url).toMatch(/^\/upload\/[0-9a-f]{32}\.png$/);
  expect(add).toHaveBeenCalledExactlyOnceWith({
    ...image,
    name: stored.id,
    ownerMark: 'pet:7',
    createdAt: 0,
  });
});

test('files that are no image, of another type than declared, or for another store are refused', async () => {
  const images = createImages(createMemoryStores().images, clock);
  const html = Buffer.from('<svg onload=alert(1)>');
  await expect(images.put({ ...image, bytes: html }, 'local', 'x')).rejects.toMatchObject({
    code: 'invalid',
  });
  await expect(images.put({ ...image, mediaType: 'image/jpeg' }, 'local', 'x')).rejects.toMatchObject({
    code: 'invalid',
  });
  await expect(images.put(image, 'cloud', 'x')).rejects.toMatchObject({ code: 'not-found' });
});

test('only generated names are looked up', async () => {
  const store = createMemoryStores().images;
  const get = vi.spyOn(store, 'get');
  const images = createImages(store, clock);
  for (const name of ['../secret.png', `${'0'.repeat(32)}.png.json`, 'x.png', '..', '', '__proto__'])
    expect(await images.get(name)).toBeUndefined();
  expect(get).not.toHaveBeenCalled();
});

test('DB1: an image that was shown is shown while the database is away; a deleted one is not', async () => {
  const store = createMemoryStores().images;
  const images = createImages(store, clock);
  const [kept, deleted] = [await images.put(image, '', 'x'), await images.put(image, '', 'x')];
  await images.get(kept.id);
  await images.get(deleted.id);
  await images.delete(deleted.id);
  await images.delete(deleted.id);
  expect(await images.get(deleted.id)).toBeUndefined();
  vi.spyOn(store, 'get').mockRejectedValue(new Error('away'));
  expect(await images.get(kept.id)).toMatchObject({ bytes: png, mediaType: 'image/png' });
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
