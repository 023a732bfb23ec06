import { createServer, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip, gzipSync } from 'node:zlib';
import { listen } from './listen.ts';

const piece = Buffer.alloc(64 * 1024, ' ');
/** 256 MB of blanks, packed twice: about a kilobyte. Made piece by piece, so that the making leaves no peak. */
const bomb = gzipSync(await buffer(Readable.from(Array(4096).fill(piece)).pipe(createGzip())));

/**
 * A server that answers what nobody can keep: `/endless` without an end, `/bomb` what is small until it is unpacked,
 * `/away` with a redirect to `target`. `sent` counts the bytes of endless replies, `asked` the requests to `/secret`.
 */
export async function startEndlessServer(target = '/secret') {
  const counts = { sent: 0, asked: 0 };
  const pour = (response: ServerResponse) => {
    while (!response.destroyed) {
      counts.sent += piece.length;
      if (!response.write(piece)) return void response.once('drain', () => pour(response));
    }
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    response.setHeader('content-type', 'application/json');
    if (path.startsWith('/endless')) return pour(response);
    if (path.startsWith('/bomb'))
      return void response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(bomb);
    if (path.startsWith('/away')) return void response.writeHead(302, { location: target }).end();
    if (path.startsWith('/secret')) counts.asked += 1;
    response.end('{"data":[]}');
  });
  return Object.assign(await listen(server), { counts });
}

/** Megabytes by which the memory of this process has grown at most while `work` ran. */
export async function peakOf(work: () => Promise<unknown>): Promise<number> {
  const peak = () => process.resourceUsage().maxRSS / 1024;
  const before = peak();
  await work();
  return peak() - before;
}
