import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '../../../../../test/fakes/listen.ts';
import { plainPng } from '../../../../../test/fakes/png.ts';
import { readPicture } from './read-picture.ts';

const { signal } = new AbortController();
const photo = plainPng(4, 4, [1, 2, 3, 255]);

test('WR20: a picture of the site is read, also at a private address; one of another address only where it is public', async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    if (request.url === '/photo.png') return void response.end(photo);
    if (request.url === '/away.png')
      return void response.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end();
    return void response.writeHead(404).end();
  });
  await using site = await listen(server);
  const read = (path: string, isOfSite: boolean, maxBytes = 1_000) =>
    readPicture(path.startsWith('/') ? site.origin + path : path, { maxBytes, isOfSite, signal });
  expect(Buffer.from(photo).equals(await read('/photo.png', true))).toBe(true);
  await expect(read('/none.png', true)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/404/),
  });
  await expect(read('/photo.png', true, 20)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/20 bytes/),
  });
  await expect(read('/away.png', true)).rejects.toMatchObject({ code: 'invalid' });
  const before = asked;
  await expect(read('/photo.png', false)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/private/),
  });
  await expect(read(site.origin.replace('127.0.0.1', 'localhost') + '/photo.png', false)).rejects.toThrow(
    /private/,
  );
  expect(asked).toBe(before);
  for (const address of [
    'ftp://a.example/x.png',
    'file:///etc/passwd',
    'http://u:p@a.example/x.png',
    'no address',
  ])
    await expect(read(address, true)).rejects.toMatchObject({ code: 'invalid' });
});
