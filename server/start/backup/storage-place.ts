import { readFile, stat } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { StorageFailure, type Bucket, type StorageAccess } from '../../adapters/archive/object-storage.ts';
import { SettingError } from '../../env.ts';
import { oldArchives, type Retention } from './backup-place.ts';

/** A folder or an archive in a storage that speaks S3. */
export interface StoragePlace {
  readonly bucket: string;
  /** Path in the bucket without slashes at its ends; `''` is the bucket itself. */
  readonly path: string;
}

/** Whether an argument of a command names a place in a storage. */
export const isStorage = (named: string): boolean => named.startsWith('s3://');

/** Reads `s3://bucket/folder`. Throws {@link SettingError}. */
export function storagePlace(named: string): StoragePlace {
  const [, bucket = '', path = ''] =
    /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])((?:\/[\w.-]+)*)\/?$/.exec(named) ?? [];
  if (bucket === '' || /(?:^|\/)\.\.?(?:\/|$)/.test(path))
    throw new SettingError(`${named}: write s3://bucket/folder, in letters, digits, dots and hyphens`);
  return { bucket, path: path.slice(1) };
}

const Access = z.object({
  AWS_ACCESS_KEY_ID: z.string().min(1),
  AWS_SECRET_ACCESS_KEY: z.string().min(1),
  AWS_REGION: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .default('us-east-1'),
  AWS_ENDPOINT_URL: z.url({ protocol: /^https?$/ }).optional(),
});

/** Reads key and address of a storage from a file of settings, as other tools of S3 name them. Throws {@link SettingError}, which repeats no value. */
export async function storageAccess(path: string | undefined): Promise<StorageAccess> {
  if (path === undefined)
    throw new SettingError(
      's3://…: --s3-file <file> names the file with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SettingError(`the file ${path} cannot be read (${error.code})`);
  });
  if (((await stat(path)).mode & 0o077) !== 0)
    throw new SettingError(`the file ${path} holds a key and can be read by others; chmod 600 ${path}`);
  const { data, error } = Access.safeParse(parseEnv(text));
  if (error)
    throw new SettingError(
      `the file ${path}: ${[...new Set(error.issues.map(({ path: [name] }) => String(name)))].join(', ')} missing or wrong`,
    );
  const { AWS_REGION: region } = data;
  return {
    endpoint: data.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`,
    region,
    keyId: data.AWS_ACCESS_KEY_ID,
    secretKey: data.AWS_SECRET_ACCESS_KEY,
  };
}

/** Removes the old archives of a folder; resolves with their names. */
export async function removeOldObjects(
  bucket: Bucket,
  folder: string,
  retention: Retention,
): Promise<readonly string[]> {
  const old = oldArchives(await bucket.list(folder), retention);
  for (const name of old) await bucket.remove(inFolder(folder, name));
  return old;
}

export const inFolder = (folder: string, name: string): string =>
  folder === '' ? name : `${folder}/${name}`;

/** Runs what asks a storage; its failure becomes a line for the operator. */
export async function withStorage<T>(command: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageFailure) throw new SettingError(`${command}: ${error.message}`);
    throw error;
  }
}
