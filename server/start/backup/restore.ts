import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { filesBelow, unpack } from '../../adapters/archive/archive.ts';
import { decryptFile, isEncrypted } from '../../adapters/archive/encryption.ts';
import { keepOnDisk, putInPlace } from '../../adapters/atomic-file.ts';
import { databaseFacts } from '../../adapters/database/sqlite-facts.ts';
import { SettingError, type Env } from '../../env.ts';
import { giveTo } from './give-to.ts';
import { passphraseIn } from './passphrase.ts';
import { manifestFile, type Manifest } from './backup.ts';
import { copyFromFile, type CopiedTables } from './copy-database.ts';
import { withServer } from '../open-server.ts';
import { unknownSteps } from '../schema.ts';
import { databaseFile } from '../start-error.ts';
import { inWorkFolder, workPrefix } from '../work-folder.ts';

/** What was restored. */
export interface Restored extends Manifest {
  /** The tables that were copied to a database server, compared row by row; missing where the file itself was put in place. */
  readonly tables?: CopiedTables;
}

const ManifestShape = z.looseObject({
  format: z.literal(1),
  version: z.string(),
  createdAt: z.string(),
  steps: z.array(z.string()),
  counts: z.record(z.string(), z.number()),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

/**
 * Restores a backup into an empty data folder, and its database into PostgreSQL where the settings name one, whichever engine it comes
 * from. The archive is first unpacked elsewhere and compared with its manifest,
 * file by file and table by table; on any difference the folder stays empty. What a restore that was killed had unpacked
 * is removed. Throws {@link SettingError}, and the Fault
 * `invalid` for a truncated archive.
 */
export async function restore(env: Env, archive: string, passphraseFile?: string): Promise<Restored> {
  const given = await stat(archive);
  if (given.isDirectory())
    throw new SettingError(`restore: ${archive} is a folder; name the file of a backup`);
  // It is read more than once, and a pipe may never begin.
  if (!given.isFile())
    throw new SettingError(`restore: ${archive} is a pipe or device; name the file of a backup`);
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
  const full = new SettingError(
    `restore: ${env.dataDir} is not empty; nothing is overwritten, name an empty folder`,
  );
  const others = await contentOf(env.dataDir);
  // Files come before a server's database: those of a restore that was killed in between are the same ones.
  if (others.length > 0 && (env.databaseUrl === undefined || others.includes(databaseFile))) throw full;
  return inWorkFolder(env.dataDir, workPrefix.restore, async (aside) => {
    const plain = join(aside, 'archive');
    const isSecret = await isEncrypted(archive);
    if (isSecret) {
      if (passphraseFile === undefined)
        throw new SettingError(
          'restore: the archive is encrypted; name the file of its passphrase by --passphrase-file',
        );
      await decryptFile(await passphraseIn(passphraseFile), archive, plain);
    }
    await unpack(isSecret ? plain : archive, aside);
    await rm(plain, { force: true });
    const manifest = await manifestIn(aside, archive);
    const content = join(aside, 'content');
    await compare(manifest, content, archive);
    await chmod(join(content, databaseFile), 0o600);
    if (env.databaseUrl !== undefined) {
      if (!(await areAllOf(manifest, env.dataDir, others))) throw full;
      const names = (await readdir(content)).filter((name) => name !== databaseFile);
      for (const name of names) await cp(join(content, name), join(env.dataDir, name), { recursive: true });
      await giveTo(env.dataDir, names);
      const tables = await withServer(env, (db) => copyFromFile(join(content, databaseFile), db));
      return { ...manifest, tables };
    }
    await keepOnDisk(join(content, databaseFile));
    // A service may have begun here meanwhile.
    if ((await contentOf(env.dataDir)).length > 0) throw full;
    // The database comes last, so that no service starts from half of a backup.
    const names = (await readdir(content)).filter((name) => name !== databaseFile);
    for (const name of names) await rename(join(content, name), join(env.dataDir, name));
    if (!(await putInPlace(join(content, databaseFile), join(env.dataDir, databaseFile)))) throw full;
    // The superuser restores for the user of the service.
    await giveTo(env.dataDir, [...names, databaseFile]);
    return manifest;
  });
}

/** What a data folder holds besides restores that are at work, or were killed. */
const contentOf = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => !name.startsWith(workPrefix.restore));

/** True when a data folder has nothing but files of the archive, each as it is there. */
async function areAllOf({ files }: Manifest, folder: string, names: readonly string[]): Promise<boolean> {
  const known = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  return (await filesBelow(folder))
    .filter(({ path }) => names.includes(path.split('/')[0] ?? ''))
    .every(({ path, sha256 }) => known.get(path) === sha256);
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
