import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const [host = '', port = '3306'] = (process.env['DOCENT_TEST_MARIADB'] ?? '127.0.0.1:3306').split(':');

/** The MariaDB of the tests, which lets root in without a password. */
export const mariadb = { host, port } as const;

const connect = `mysqli_connect('${host}', 'root', '', '', ${port})`;

export const onMariadb = async (query: string): Promise<void> => {
  await run('php', ['-r', `mysqli_query(${connect}, '${query}') or exit(1);`]);
};

/** Reason why no database can be created there; `''` when it can. */
export const mariadbMissing = async (): Promise<string> => {
  try {
    await onMariadb('select 1');
    return '';
  } catch {
    return `no PHP with mysqli, or no MariaDB at ${host}:${port} that lets root in without a password`;
  }
};
