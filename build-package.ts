import { execFile } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * Builds the content of the npm package. Node strips no types below node_modules, so the sources are compiled to
 * `lib/`, where handbook and browser files have the same relative paths as in a checkout.
 */
const root = (path: string) => fileURLToPath(new URL(path, import.meta.url));

await rm(root('lib'), { recursive: true, force: true });
const tsc = root('node_modules/typescript/bin/tsc');
// Declarations are built only for the client and the writing help, which others compile against.
for (const project of ['tsconfig.package.json', 'tsconfig.client.json', 'tsconfig.editor.json']) {
  await promisify(execFile)(process.execPath, [tsc, '-p', root(project)]).catch(
    (error: { readonly stdout?: string }) => {
      process.stderr.write(error.stdout ?? '');
      process.exit(1);
    },
  );
}
await cp(root('dist'), root('lib/dist'), { recursive: true });
await cp(root('handbook'), root('lib/handbook'), { recursive: true });
const skins = 'server/features/pets/images/skins';
await cp(root(skins), root(`lib/${skins}`), { recursive: true });
