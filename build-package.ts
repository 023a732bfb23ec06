import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * Compiles to `lib/` what others import from the npm package: the client, and the types of the writing help. The service itself is
 * the build in `dist/`.
 */
const root = (path: string) => fileURLToPath(new URL(path, import.meta.url));

await rm(root('lib'), { recursive: true, force: true });
const tsc = root('node_modules/typescript/bin/tsc');
for (const project of ['tsconfig.package.json', 'tsconfig.editor.json']) {
  await promisify(execFile)(process.execPath, [tsc, '-p', root(project)]).catch(
    (error: { readonly stdout?: string }) => {
      process.stderr.write(error.stdout ?? '');
      process.exit(1);
    },
  );
}
