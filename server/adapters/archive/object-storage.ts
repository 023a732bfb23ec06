import { createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { S3mini } from 's3mini';

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
const limits = { part: 16 * megabyte, parts: 9_000, tries: 4, requestMs: 300_000 };

interface Manner {
  /** Ends an upload, which is then removed. */
  readonly signal?: AbortSignal;
  /** Wait before a part is sent again, in milliseconds; doubled each time. */
  readonly retryMs?: number;
  /** Bytes of a part. */
  readonly partBytes?: number;
}

/** Opens a bucket. The library is loaded here, since few commands need it. */
export async function openBucket(
  { endpoint, region, keyId, secretKey }: StorageAccess,
  name: string,
  { signal = new AbortController().signal, retryMs = 1_000, partBytes = limits.part }: Manner = {},
): Promise<Bucket> {
  const { S3mini, S3NetworkError, S3ServiceError } = await import('s3mini');
  const config = {
    endpoint: `${endpoint.replace(/\/$/, '')}/${name}`,
    region,
    accessKeyId: keyId,
    secretAccessKey: secretKey,
  };
  const client = new S3mini({ ...config, fetch: fetchUntil(signal) });
  // An upload that was ended is removed all the same.
  const afterwards = new S3mini({ ...config, fetch: fetchUntil() });

  const inWords = (error: unknown): StorageFailure => {
    if (error instanceof StorageFailure) return error;
    if (signal.aborted) return new StorageFailure('the upload was ended; nothing of it is kept');
    if (error instanceof S3ServiceError) return refusal(error, name);
    const cause = error instanceof S3NetworkError ? error : Object(Object(error).cause);
    const reason = String(cause.code ?? Object(error).name ?? 'unknown');
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

/** Requests with a time limit, that follow no redirection: a signature is for one address. */
const fetchUntil =
  (signal?: AbortSignal): typeof fetch =>
  (address, init = {}) => {
    const signals = [AbortSignal.timeout(limits.requestMs), ...(signal ? [signal] : [])];
    return fetch(address, { ...init, redirect: 'error', signal: AbortSignal.any(signals) });
  };

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
