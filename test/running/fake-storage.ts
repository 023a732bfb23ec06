import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../fakes/listen.ts';

/** A server that speaks as much of S3 as backups need: one bucket `backups`, in memory. */
export interface FakeStorage extends AsyncDisposable {
  readonly endpoint: string;
  readonly keyId: string;
  readonly objects: Map<string, Buffer>;
  /** Uploads in parts that have begun and not ended. */
  readonly uploads: Map<string, Map<number, Buffer>>;
  /** Requests in their order, such as `PUT a/b part 1`. */
  readonly asked: string[];
  /** Answers a request in its own way when it gives a status. */
  refuse: (asked: string) => number | undefined;
}

export async function startFakeStorage(): Promise<FakeStorage> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const asked: string[] = [];
  const keyId = 'key-of-the-fake';
  const storage: Pick<FakeStorage, 'keyId' | 'objects' | 'uploads' | 'asked' | 'refuse'> = {
    keyId,
    objects,
    uploads,
    asked,
    refuse: () => undefined,
  };

  const xml = (response: ServerResponse, status: number, text: string) =>
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`);
  const fault = (response: ServerResponse, status: number, code: string) =>
    xml(response, status, `<Error><Code>${code}</Code><Message>no</Message></Error>`);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request));
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://fake');
    const [, bucket = '', ...rest] = decodeURIComponent(pathname).split('/');
    const key = rest.join('/');
    const id = query.get('uploadId') ?? '';
    const part = Number(query.get('partNumber') ?? 0);
    const name = `${request.method} ${key}${part ? ` part ${part}` : query.has('uploads') ? ' begin' : id ? ' end' : ''}`;
    asked.push(name);
    const status = storage.refuse(name);
    if (status !== undefined) return void fault(response, status, 'Refused');
    if (!request.headers.authorization?.includes(`Credential=${keyId}/`))
      return void fault(response, 403, 'InvalidAccessKeyId');
    if (bucket !== 'backups') return void fault(response, 404, 'NoSuchBucket');
    const tag = { etag: '"0123456789abcdef0123456789abcdef"' };
    if (request.method === 'GET' && key === '') {
      const prefix = query.get('prefix') ?? '';
      const found = [...objects].filter(([path]) => path.startsWith(prefix));
      const items = found.map(
        ([path, bytes]) =>
          `<Contents><Key>${path}</Key><Size>${bytes.length}</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`,
      );
      xml(
        response,
        200,
        `<ListBucketResult><Name>backups</Name><IsTruncated>false</IsTruncated>${items.join('')}</ListBucketResult>`,
      );
    } else if (request.method === 'GET') {
      const bytes = objects.get(key);
      if (bytes) response.writeHead(200).end(bytes);
      else fault(response, 404, 'NoSuchKey');
    } else if (request.method === 'POST' && query.has('uploads')) {
      const begun = `upload-${asked.length}`;
      uploads.set(begun, new Map());
      xml(
        response,
        200,
        `<InitiateMultipartUploadResult><UploadId>${begun}</UploadId></InitiateMultipartUploadResult>`,
      );
    } else if (request.method === 'PUT' && part > 0) {
      uploads.get(id)?.set(part, body);
      response.writeHead(200, tag).end();
    } else if (request.method === 'POST') {
      objects.set(key, Buffer.concat([...(uploads.get(id)?.values() ?? [])]));
      uploads.delete(id);
      xml(
        response,
        200,
        `<CompleteMultipartUploadResult><Bucket>backups</Bucket><Key>${key}</Key><ETag>${tag.etag}</ETag></CompleteMultipartUploadResult>`,
      );
    } else if (request.method === 'DELETE') {
      if (id) uploads.delete(id);
      else objects.delete(key);
      response.writeHead(204).end();
    } else {
      objects.set(key, body);
      response.writeHead(200, tag).end();
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  const { origin, ...listening } = await listen(server);
  return Object.assign(storage, {
    endpoint: origin,
    [Symbol.asyncDispose]: listening[Symbol.asyncDispose],
  });
}
