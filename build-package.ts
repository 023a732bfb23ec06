import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * Prepares the npm package and, below `lib/docent-client`, one of the client alone, for those who need no service: compiles to `lib/` what others import from it, the client, the components of the widget and the types of the writing help, and takes the
 * scripts of the checkout out of `package.json`, since npm warns of a package that has scripts for its installation. The service itself is
 * the build in `dist/`. With `--restore`, after the packing, `package.json` is as before.
 */
const root = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const manifest = root('package.json');
const kept = root('node_modules/.package.json');

if (process.argv.includes('--restore')) {
  await rename(kept, manifest);
} else {
  await compile();
  await writeClientPackage();
  await copyFile(manifest, kept);
  const { scripts: _, ...published } = JSON.parse(await readFile(manifest, 'utf8'));
  await writeFile(manifest, `${JSON.stringify(published, undefined, 2)}\n`);
}

async function compile(): Promise<void> {
  await rm(root('lib'), { recursive: true, force: true });
  const tsc = root('node_modules/typescript/bin/tsc');
  for (const project of ['tsconfig.package.json', 'tsconfig.editor.json', 'tsconfig.embed.json']) {
    await promisify(execFile)(process.execPath, [tsc, '-p', root(project)]).catch(
      (error: { readonly stdout?: string }) => {
        process.stderr.write(error.stdout ?? '');
        process.exit(1);
      },
    );
  }
}

/** The client with the contract that it is typed by, ready to be packed and published by itself. */
async function writeClientPackage(): Promise<void> {
  const folder = root('lib/docent-client');
  await mkdir(folder);
  for (const part of ['client', 'contract'])
    await cp(root(`lib/${part}`), `${folder}/${part}`, { recursive: true });
  for (const file of ['LICENSE', 'client/README.md'])
    await copyFile(root(file), `${folder}/${file.replace('client/', '')}`);
  const { version, license, dependencies } = JSON.parse(await readFile(manifest, 'utf8'));
  const entry = (name: string) => ({ types: `./client/${name}.d.ts`, default: `./client/${name}.js` });
  const published = {
    name: 'docent-client',
    version,
    description: 'A typed client of Docent for browsers and Node',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    files: ['client', 'contract'],
    exports: { '.': entry('client'), './public': entry('public'), './package.json': './package.json' },
    dependencies: { zod: dependencies.zod },
  };
  await writeFile(`${folder}/package.json`, `${JSON.stringify(published, undefined, 2)}\n`);
}
