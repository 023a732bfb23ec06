import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder of articles and a data folder that exist for one test. */
export interface ContentFolder extends AsyncDisposable {
  readonly contentDir: string;
  readonly dataDir: string;
  /** Writes a file below the content folder and the folders above it. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  remove(path: string): Promise<void>;
}

export const createContentFolder = async (
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<ContentFolder> => {
  const root = await mkdtemp(join(tmpdir(), 'docent-site-'));
  const contentDir = join(root, 'content');
  const dataDir = join(root, 'data');
  await mkdir(contentDir);
  await mkdir(dataDir);
  const folder: ContentFolder = {
    contentDir,
    dataDir,
    async write(path, content) {
      const full = join(contentDir, path);
      await mkdir(dirname(full), { recursive: true });
      await writeFile(full, content);
    },
    remove: (path) => rm(join(contentDir, path), { recursive: true }),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
  for (const [path, content] of Object.entries(files)) await folder.write(path, content);
  return folder;
};
