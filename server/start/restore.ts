import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { filesBelow, unpack } from '../adapters/archive/archive.ts';
import { databaseFacts } from '../adapters/database/sqlite-facts.ts';
import { SettingError, type Env } from '../env.ts';
import { manifestFile, type Manifest } from './backup.ts';
import { unknownSteps } from './schema.ts';
import { databaseFile } from './start-error.ts';

/** Begins the name of the folder in which an archive is unpacked. */
const asidePrefix = '.restoring-';

const ManifestShape = z.looseObject({
  format: z.literal(1),
  version: z.string(),
  createdAt: z.string(),
  steps: z.array(z.string()),
  counts: z.record(z.string(), z.number()),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

/**
 * Restores a backup into an empty data folder. The archive is first unpacked elsewhere and compared with its manifest,
 * file by file and table by table; on any difference the folder stays empty. What a restore that was killed had unpacked
 * is removed. Throws {@link SettingError}, and the Fault
 * `invalid` for a truncated archive.
 */
export async function restore(env: Env, archive: string): Promise<Manifest> {
  if (env.databaseUrl !== undefined)
    throw new SettingError('restore: unset DOCENT_DATABASE_URL; PostgreSQL is restored with its own tools');
  if ((await stat(archive)).isDirectory())
    throw new SettingError(`restore: ${archive} is a folder; name the file of a backup`);
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
  const present = await readdir(env.dataDir);
  if (present.some((name) => !name.startsWith(asidePrefix)))
    throw new SettingError(
      `restore: ${env.dataDir} is not empty; nothing is overwritten, name an empty folder`,
    );
  for (const left of present) await rm(join(env.dataDir, left), { recursive: true });
  const aside = await mkdtemp(join(env.dataDir, asidePrefix));
  try {
    await unpack(archive, aside);
    const manifest = await manifestIn(aside, archive);
    const content = join(aside, 'content');
    await compare(manifest, content, archive);
    await chmod(join(content, databaseFile), 0o600);
    // The database comes last, so that no service starts from half of a backup.
    const names = (await readdir(content)).filter((name) => name !== databaseFile);
    for (const name of [...names, databaseFile]) await rename(join(content, name), join(env.dataDir, name));
    return manifest;
  } finally {
    // After a damaged archive the unpacking may still be writing the file that it had begun.
    await rm(aside, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

async function manifestIn(folder: string, archive: string): Promise<Manifest> {
  try {
    return ManifestShape.parse(JSON.parse(await readFile(join(folder, manifestFile), 'utf8')));
  } catch {
    throw new SettingError(`restore: ${archive} is not a backup of Docent`);
  }
}

/** Throws {@link SettingError} naming the first difference. */
async function compare(manifest: Manifest, content: string, archive: string): Promise<void> {
  const unknown = unknownSteps(manifest.steps);
  if (unknown.length > 0)
    throw new SettingError(
      `restore: ${archive} was made by a newer version of Docent (${manifest.version}); install that one`,
    );
  const found = new Map((await filesBelow(content)).map((file) => [file.path, file]));
  const differs = manifest.files.find(({ path, sha256 }) => found.get(path)?.sha256 !== sha256);
  if (differs || found.size !== manifest.files.length)
    throw new SettingError(`restore: ${archive} is damaged: ${differs?.path ?? 'an unexpected file'}`);
  const { counts } = databaseFacts(join(content, databaseFile));
  const table = Object.keys({ ...counts, ...manifest.counts }).find(
    (name) => counts[name] !== manifest.counts[name],
  );
  if (table !== undefined)
    throw new SettingError(`restore: ${archive} is damaged: records of ${table} are missing`);
}
