// Runs after npm ci in a checkout. Plain JavaScript of an old kind: an older Node can read it, too.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

const vite = 'node_modules/vite/bin/vite.js';
if (existsSync(vite)) {
  process.exitCode = spawnSync(process.execPath, [vite, 'build'], { stdio: 'inherit' }).status ?? 1;
} else if (!existsSync('dist/server/cli.js')) {
  process.stderr.write(
    'docent: the build needs the development packages, which npm leaves out with NODE_ENV=production or --omit=dev. Run: npm ci --include=dev\n',
  );
  process.exitCode = 1;
}
