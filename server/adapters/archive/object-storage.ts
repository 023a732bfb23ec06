import { createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { S3mini } from 's3mini';
import { firstBytes } from '../first-bytes.ts';
import { createXmlReader } from '../xml-reader.ts';

/** How a storage that speaks S3 is reached. */
export interface StorageAccess {
  /** `https://host`, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly keyId: string;
  readonly secretKey: string;
}

/** A failure of the storage in plain words; they hold neither key nor signature. */
export class StorageFailure extends Error {}

/** A bucket of a storage that speaks S3. Every operation throws {@link StorageFailure}. */
export interface Bucket {
  /** Names of the objects directly in a folder; `''` is the bucket itself. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** Sends a file, in parts when it is large; what has arrived of a broken upload is removed. */
  readonly upload: (key: string, file: string) => Promise<void>;
  readonly download: (key: string, target: string) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
}

const megabyte = 1024 * 1024;
/** Bytes of a part at least, and parts of an upload at most (S3 takes 10,000). */
const limits = {
  part: 16 * megabyte,
  parts: 9_000,
  tries: 4,
  /** Longest time in which nothing moves. */
  stillMs: 300_000,
  /** Of an answer that is no object: a list names a thousand objects. */
  answer: 8 * megabyte,
  lists: 1_000,
};

interface Manner {
  /** Ends an upload, which is then removed. */
  readonly signal?: AbortSignal;
  /** Wait before a part is sent again, in milliseconds; doubled each time. */
  readonly retryMs?: number;
  /** Bytes of a part. */
  readonly partBytes?: number;
  /** Longest time in which nothing moves, in milliseconds. */
  readonly stillMs?: number;
}

/** Opens a bucket. The library is loaded here, since few commands need it. */
export async function openBucket(
  { endpoint, region, keyId, secretKey }: StorageAccess,
  name: string,
  {
    signal = new AbortController().signal,
    retryMs = 1_000,
    partBytes = limits.part,
    stillMs = limits.stillMs,
  }: Manner = {},
): Promise<Bucket> {
  const { S3mini, S3NetworkError, S3ServiceError } = await import('s3mini');
  const config = {
    endpoint: `${endpoint.replace(/\/$/, '')}/${name}`,
    region,
    accessKeyId: keyId,
    secretAccessKey: secretKey,
  };
  const bounded = boundedFetch(stillMs, signal);
  let lists = 0;
  const client = new S3mini({
    ...config,
    fetch: async (...[address, init]: Parameters<typeof fetch>) => {
      if (isList(address) && ++lists > limits.lists)
        throw new StorageFailure(`the list of ${name} does not end`);
      return bounded(address, init);
    },
  });
  // An upload that was ended is removed all the same.
  const afterwards = new S3mini({ ...config, fetch: boundedFetch(stillMs) });

  const inWords = (error: unknown): StorageFailure => {
    if (error instanceof StorageFailure) return error;
    if (signal.aborted) return new StorageFailure('the upload was ended; nothing of it is kept');
    if (error instanceof S3ServiceError) return refusal(error, name);
    const cause = error instanceof S3NetworkError ? error : Object(Object(error).cause);
    const code: unknown = Object(error).code;
    // Those that were ended by a signal have numbers.
    const reason = String(typeof code === 'string' ? code : (cause.code ?? Object(error).name ?? 'unknown'));
    if (ofFiles.has(reason)) return new StorageFailure(`the file cannot be read or written here (${reason})`);
    return new StorageFailure(`${new URL(endpoint).host} cannot be reached (${reason})`);
  };
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw inWords(error);
    }
  };

  return {
    list: (folder) =>
      told(async () => {
        const prefix = folder === '' ? '' : `${folder}/`;
        lists = 0;
        const found = (await client.listObjects('/', prefix)) ?? [];
        return found
          .map(({ Key: key }) => key.slice(prefix.length))
          .filter((rest) => !rest.includes('/') && rest !== '');
      }),
    upload: (key, file) =>
      told(async () => {
        const { size } = await stat(file);
        const bytes = Math.max(partBytes, Math.ceil(size / limits.parts));
        await using handle = await open(file);
        const read = async (at: number) => {
          const part = Buffer.alloc(Math.min(bytes, size - at));
          await handle.read(part, 0, part.length, at);
          return part;
        };
        if (size <= bytes) {
          const whole = await read(0);
          await repeated(() => client.putObject(key, whole, archiveType), { signal, retryMs });
          return;
        }
        const uploadId = await client.getMultipartUploadId(key, archiveType);
        try {
          const parts: Awaited<ReturnType<S3mini['uploadPart']>>[] = [];
          for (let at = 0; at < size; at += bytes) {
            const part = await read(at);
            const number = parts.length + 1;
            parts.push(
              await repeated(() => client.uploadPart(key, uploadId, part, number), { signal, retryMs }),
            );
          }
          await client.completeMultipartUpload(key, uploadId, parts);
        } catch (error) {
          await afterwards.abortMultipartUpload(key, uploadId).catch(() => undefined);
          throw error;
        }
      }),
    download: (key, target) =>
      told(async () => {
        const reply = await client.getObjectResponse(key);
        if (!reply?.body) throw new StorageFailure(`there is no ${key} in ${name}`);
        await pipeline(Readable.fromWeb(reply.body), createWriteStream(target, { mode: 0o600, flags: 'wx' }));
      }),
    remove: (key) =>
      told(async () => {
        if (!(await client.deleteObject(key))) throw new StorageFailure(`${key} could not be removed`);
      }),
  };
}

const archiveType = 'application/octet-stream';

const isList = (address: Parameters<typeof fetch>[0]): boolean =>
  /[?&]list-type=/.test(address instanceof Request ? address.url : address.toString());

/** Failures of the disk on this side. */
const ofFiles = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EPERM', 'EEXIST', 'ENOENT', 'EIO']);

/**
 * Requests that end when nothing moves for a time, however long an archive takes, and that follow no redirection: a signature is for one
 * address. What is no object must be short and XML: the library looks for ends of tags in a time that grows with the square of a text
 * that has none.
 */
const boundedFetch =
  (stillMs: number, signal?: AbortSignal): typeof fetch =>
  async (address, init = {}) => {
    const still = new AbortController();
    const timer = setTimeout(
      () => still.abort(new DOMException('Nothing moves.', 'TimeoutError')),
      stillMs,
    ).unref();
    const signals = [still.signal, ...(signal ? [signal] : [])];
    const { body, status, statusText, headers } = await fetch(address, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.any(signals),
    });
    if (!body) {
      clearTimeout(timer);
      return new Response(null, { status, statusText, headers });
    }
    const moving = body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, out) {
          timer.refresh();
          out.enqueue(piece);
        },
        flush: () => clearTimeout(timer),
      }),
    );
    const isObject = status === 200 && (init.method ?? 'GET') === 'GET' && !isList(address);
    return new Response(isObject ? moving : await shortXml(moving, status), { status, statusText, headers });
  };

/** The text of an answer, `''` for an error that is no XML. Throws {@link StorageFailure} for one that is too long, and for another one that is no XML. */
async function shortXml(body: ReadableStream<Uint8Array>, status: number): Promise<string> {
  const { bytes, isCut } = await firstBytes(body, limits.answer);
  if (isCut) throw new StorageFailure(`the storage sends an answer of more than ${limits.answer} bytes`);
  const text = new TextDecoder().decode(bytes);
  const reader = createXmlReader({ open() {}, close() {}, text() {} });
  reader.write(text);
  const isXml = reader.end();
  if (!isXml && status < 300) throw new StorageFailure('the storage sends an answer that is no XML');
  return isXml ? text : '';
}

/** Tries again what a busy server or a broken connection has refused; what is forbidden stays so. */
async function repeated<T>(
  work: () => Promise<T>,
  { signal, retryMs }: { readonly signal: AbortSignal; readonly retryMs: number },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const status = Number(Object(error).status ?? 0);
      const isFinal = (status >= 400 && status < 500 && status !== 408 && status !== 429) || signal.aborted;
      if (isFinal || attempt === limits.tries) throw error;
      await pause(retryMs * 2 ** (attempt - 1), undefined, { signal });
    }
  }
}

/** A refusal of the storage in plain words. */
function refusal(
  { status, serviceCode = '' }: { readonly status: number; readonly serviceCode?: string },
  bucket: string,
): StorageFailure {
  const code = /^\w{3,60}$/.test(serviceCode) && serviceCode !== 'Unknown' ? `, ${serviceCode}` : '';
  if (status === 404) return new StorageFailure(`there is no bucket ${bucket} (404${code})`);
  if (status === 401 || status === 403)
    return new StorageFailure(`the key may not do that in the bucket ${bucket} (${status}${code})`);
  if (status === 301 || status === 400)
    return new StorageFailure(`the bucket ${bucket} wants another region or endpoint (${status}${code})`);
  return new StorageFailure(`the storage answers ${status}${code}`);
}
