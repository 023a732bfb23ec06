import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { snowballNames } from '../server/text/morphology/stem.ts';

/** Puts the stemmers that are used into the build: their package holds twice as many, in two forms, with maps of thirty times their size. */
export async function copyStemmers(folder: string): Promise<void> {
  const require = createRequire(import.meta.url);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const [first = ''] = snowballNames.map((name) => require.resolve(`@orama/stemmers/${name}`));
  const from = dirname(dirname(first));
  for (const name of snowballNames)
    await copyFile(require.resolve(`@orama/stemmers/${name}`), join(folder, `${name}.cjs`));
  await copyFile(join(from, 'LICENSE.md'), join(folder, 'LICENSE.md'));
  const { version } = require(join(from, 'package.json')) as { readonly version: string };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version }));
}
