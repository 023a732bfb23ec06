import { expect, test } from 'vitest';
import { createFakeHost } from '../../test/fakes/host.ts';
import { sitePictures } from './site-pictures.ts';

const { signal } = new AbortController();
const own = new Uint8Array([1, 2, 3]);

/** What is read of a site that Docent serves: the paths from the host, and addresses over the network. */
function reading({ publicOrigin, kind = 'embedded' }: { publicOrigin?: string; kind?: string } = {}) {
  const paths: string[] = [];
  const outside: [string, boolean][] = [];
  const host = createFakeHost([]);
  const read = sitePictures({
    host: {
      ...host,
      describe: () => ({ ...host.describe(), kind, siteOrigin: publicOrigin }) as never,
      page: async (path) => {
        paths.push(path);
        return (path.startsWith('/wp-') ? undefined : { status: 200, headers: {}, body: own }) as never;
      },
    },
    publicOrigin,
    async readPicture(address, { isOfSite }) {
      outside.push([address, isOfSite]);
      return own;
    },
  });
  return { paths, outside, read: (address: string, page: string) => read(address, page, signal) };
}

test.each([
  ['/upload/heron.png', 'http://192.168.1.20:8090/a/herons', '/upload/heron.png'],
  ['heron.png', 'http://192.168.1.20:8090/a/herons', '/a/heron.png'],
  ['http://192.168.1.20:8090/upload/heron.png', 'http://192.168.1.20:8090/a/herons', '/upload/heron.png'],
  ['/upload/heron.png', '/a/herons', '/upload/heron.png'],
  ['/upload/heron.png', '', '/upload/heron.png'],
])('WR20: without a public address %s on the page %s is of the site', async (address, page, path) => {
  const { paths, outside, read } = reading();
  await read(address, page);
  expect([paths, outside]).toEqual([[path], []]);
});

test('WR20: with a public address a path is of the site too, at whichever address its page was opened', async () => {
  const { paths, outside, read } = reading({ publicOrigin: 'https://birds.example' });
  await read('/upload/heron.png', 'http://127.0.0.1:8090/a/herons');
  await read('https://birds.example/upload/owl.png', 'http://127.0.0.1:8090/a/herons');
  expect([paths, outside]).toEqual([['/upload/heron.png', '/upload/owl.png'], []]);
});

test('WR20: what another server holds is not of the site, also beside a page that names that server', async () => {
  const named = reading({ publicOrigin: 'https://birds.example' });
  await named.read('http://10.0.0.7/secret.png', 'http://10.0.0.7/a');
  await named.read('//cdn.example/heron.png', 'https://birds.example/a');
  expect(named.outside).toEqual([
    ['http://10.0.0.7/secret.png', false],
    ['https://cdn.example/heron.png', false],
  ]);
  const unnamed = reading();
  await unnamed.read('http://10.0.0.7/secret.png', 'http://192.168.1.20:8090/a/herons');
  expect(unnamed.outside).toEqual([['http://10.0.0.7/secret.png', false]]);
  const elsewhere = reading({ kind: 'wordpress', publicOrigin: 'https://birds.example' });
  await elsewhere.read('http://10.0.0.7/secret.png', 'http://10.0.0.7/a');
  await elsewhere.read('/heron.png', 'https://birds.example/a/');
  expect(elsewhere.outside).toEqual([
    ['http://10.0.0.7/secret.png', false],
    ['https://birds.example/heron.png', true],
  ]);
});

test('WR20: what is not here is read where its page is, as that of any other site', async () => {
  const { outside, read } = reading();
  await read('/wp-content/heron.png', 'http://192.168.1.20:8090/a/herons');
  await read('http://192.168.1.20:8090/wp-content/owl.png', 'http://192.168.1.20:8090/a/herons');
  expect(outside).toEqual([
    ['http://192.168.1.20:8090/wp-content/heron.png', false],
    ['http://192.168.1.20:8090/wp-content/owl.png', false],
  ]);
  await expect(read('/wp-content/heron.png', '')).rejects.toMatchObject({ code: 'invalid' });
});
