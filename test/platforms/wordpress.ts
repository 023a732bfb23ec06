import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { platformFolder, type LivePlatform, type PushTarget } from './live-platform.ts';
import { mariadb, mariadbMissing, onMariadb } from './mariadb.ts';
import { startPhp } from './php.ts';
import { wordpressContent as plugins, wordpressLack, wordpressSource as source } from './wordpress-lack.ts';

const run = promisify(execFile);
const plugIn = join(import.meta.dirname, '..', '..', 'deploy/wordpress/docent.php');

/** A real WordPress: Debian's package on PHP's own server, its data in a MariaDB or in a file. */
export interface RealWordpress extends LivePlatform {
  /** Application passwords, as `user:password`. */
  readonly admin: { readonly user: string; readonly password: string };
  readonly editor: { readonly user: string; readonly password: string };
  /** Folder of its files. */
  readonly folder: string;
  /** Works on the site as its author would; see wordpress.php. */
  call(
    command: string,
    given?: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>>;
}

/** Reason why no WordPress can be set up here; `''` when it can. */
export const wordpressMissing = async (database: 'mariadb' | 'sqlite' = 'mariadb'): Promise<string> => {
  const lack = wordpressLack();
  if (lack !== '') return lack;
  if (database === 'mariadb') return mariadbMissing();
  return driver === undefined
    ? 'its driver for SQLite is not installed: .ci/platforms <folder>, and DOCENT_TEST_PLATFORMS=<folder>'
    : '';
};

const driver = platformFolder('sqlite', 'plugin-sqlite-database-integration');

export interface WordpressOptions {
  /** Further lines of wp-config.php. */
  readonly config?: string;
  /** Target of the plug-in's push notifications; without one the plug-in is not installed. */
  readonly docent?: PushTarget;
  readonly database?: 'mariadb' | 'sqlite';
}

export const startWordpress = async (options: WordpressOptions = {}): Promise<RealWordpress> => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-wordpress-'));
  const root = join(folder, 'www');
  const name = `docent_test_${process.pid}_${Date.now() % 1e9}`;
  const { docent, database = 'mariadb' } = options;
  if (database === 'mariadb') await onMariadb(`create database ${name}`);
  // Thousands of small files: the system's own command takes a tenth of the time.
  await run('cp', ['-rL', source, root]);
  await run('cp', ['-rL', `${plugins}/themes`, join(root, 'wp-content')]).catch(() => undefined);
  await rm(join(root, 'wp-content/languages'), { recursive: true, force: true });
  await mkdir(join(root, 'wp-content/mu-plugins'), { recursive: true });
  await mkdir(join(root, 'wp-content/uploads'), { recursive: true });
  if (docent) await cp(plugIn, join(root, 'wp-content/mu-plugins/docent.php'));
  if (database === 'sqlite' && driver !== undefined) {
    await cp(driver, join(root, 'wp-content/plugins/sqlite-database-integration'), { recursive: true });
    await cp(join(driver, 'db.copy'), join(root, 'wp-content/db.php'));
  }
  const php = await startPhp(root, join(import.meta.dirname, 'wordpress-router.php'));
  const { origin } = php;
  const more = `${docent ? plugInSettings(docent) : ''}${options.config ?? ''}`;
  await writeFile(join(root, 'wp-config.php'), configOf({ name, origin, root, more }));
  const call: RealWordpress['call'] = async (command, given = {}) => {
    const reply = await fetch(`${origin}/docent-test?command=${command}`, {
      method: 'POST',
      body: JSON.stringify(given),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`WordPress answers ${reply.status} to ${command}: ${text}`);
    return JSON.parse(text.trim().split('\n').at(-1) ?? '{}') as Readonly<Record<string, unknown>>;
  };
  const passwords = await call('install');
  return {
    origin,
    kind: 'wordpress',
    folder: root,
    async publish(...articles) {
      for (const { name: slug, title, html } of articles)
        await call('publish', { name: slug, title, text: html });
    },
    unpublish: async (slug) => void (await call('unpublish', { name: slug })),
    remove: async (slug) => void (await call('remove', { name: slug })),
    admin: { user: 'admin', password: String(passwords['admin']) },
    editor: { user: 'editor', password: String(passwords['editor']) },
    call,
    async [Symbol.asyncDispose]() {
      await php[Symbol.asyncDispose]();
      if (database === 'mariadb') await onMariadb(`drop database ${name}`);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const plugInSettings = ({ origin, secret }: PushTarget): string =>
  `define('DOCENT_URL', '${origin}');\ndefine('DOCENT_HINT_SECRET', '${secret}');\n`;

const configOf = (site: { name: string; origin: string; root: string; more: string }): string => `<?php
define('DB_NAME', '${site.name}');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', '${mariadb.host}:${mariadb.port}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('WP_HOME', '${site.origin}');
define('WP_SITEURL', '${site.origin}');
define('WP_ENVIRONMENT_TYPE', 'local');
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_ACCESSIBLE_HOSTS', '127.0.0.1');
define('WP_CONTENT_DIR', '${site.root}/wp-content');
foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'] as $key) define($key, $key . ' of a test');
$table_prefix = 'wp_';
${site.more}
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;
