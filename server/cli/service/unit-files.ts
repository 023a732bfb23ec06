import { readFile } from 'node:fs/promises';
import { systemSettingsFile } from '../../env.ts';
import { shipped } from '../../kit/shipped.ts';

/** A file that an installation on this machine writes. */
export interface UnitFile {
  /** From the root of the file system. */
  readonly path: string;
  readonly content: string;
  readonly mode: number;
  /** True for what a person may change: one that is there stays. */
  readonly isKept: boolean;
}

/** What the timer runs each night. */
export interface NightlyBackup {
  /** Words after `docent backup`. */
  readonly words: string;
  /** Folders that it writes. */
  readonly folders: string;
  /** Copies of the files with secrets, for the user of the service alone. */
  readonly secrets: readonly UnitFile[];
}

/** What the files are made of. */
export interface Installation {
  /** The Node.js and the program that the unit runs. */
  readonly command: string;
  /** Settings, as lines of an environment file. */
  readonly settings: Readonly<Record<string, string>>;
  readonly backup: NightlyBackup;
  /** Configuration of a proxy: which one, where visitors come, and the port that it passes them on to. */
  readonly proxy?: { readonly kind: 'nginx' | 'caddy'; readonly origin: URL; readonly port: string };
}

export const unitName = 'docent.service';
export const timerName = 'docent-backup.timer';
export const dataFolder = '/var/lib/docent';
export const backupFolder = '/var/backups/docent';
export const backupUnitPath = '/etc/systemd/system/docent-backup.service';

/** The files of an installation, in the order in which they are written. */
export async function unitFiles({
  command,
  settings,
  backup,
  proxy,
}: Installation): Promise<readonly UnitFile[]> {
  const unit = (name: string) => readFile(shipped(`deploy/systemd/${name}`), 'utf8');
  const started = (text: string) =>
    text
      .replace(/^#.*\n/gm, '')
      .replace(/^ExecStart=\/usr\/bin\/docent(.*)$/m, (_, words: string) => `ExecStart=${command}${words}`);
  const service = started(await unit(unitName));
  const systemd = '/etc/systemd/system';
  return [
    {
      path: '/usr/lib/sysusers.d/docent.conf',
      content: `u docent - "Docent" ${dataFolder}\n`,
      mode: 0o644,
      isKept: false,
    },
    {
      path: systemSettingsFile,
      content: Object.entries(settings)
        .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
        .join(''),
      mode: 0o640,
      isKept: true,
    },
    { path: `${systemd}/${unitName}`, content: service, mode: 0o644, isKept: false },
    {
      path: backupUnitPath,
      content: started(await unit('docent-backup.service'))
        .replace(/^(ExecStart=.* backup ).*$/m, (_, before: string) => before + backup.words)
        .replace(/^(ReadWritePaths=).*$/m, (_, before: string) => before + backup.folders),
      mode: 0o644,
      isKept: false,
    },
    { path: `${systemd}/${timerName}`, content: await unit(timerName), mode: 0o644, isKept: false },
    ...backup.secrets,
    ...(proxy ? [await proxyFile(proxy)] : []),
  ];
}

/** A host name of its own. TLS is the proxy's: Caddy gets a certificate by itself, for nginx certbot adds it. */
async function proxyFile({ kind, origin, port }: NonNullable<Installation['proxy']>): Promise<UnitFile> {
  const isPlain = origin.protocol === 'http:';
  if (kind === 'caddy')
    return {
      path: '/etc/caddy/docent.caddy',
      content: `${isPlain ? origin.origin : origin.host} {\n\trespond /metrics 403\n\treverse_proxy 127.0.0.1:${port} {\n\t\tflush_interval -1\n\t\theader_up -X-Forwarded-Prefix\n\t}\n}\n`,
      mode: 0o644,
      isKept: true,
    };
  const settings = (await readFile(shipped('deploy/nginx/docent.conf'), 'utf8'))
    .replace(/^#.*\n/gm, '')
    .replace('127.0.0.1:8090', `127.0.0.1:${port}`)
    .replace(/^/gm, '        ')
    .trimEnd();
  return {
    path: '/etc/nginx/conf.d/docent.conf',
    content: `server {\n    listen ${(isPlain && origin.port) || '80'};\n    server_name ${origin.hostname};\n    location = /metrics { deny all; }\n    location / {\n${settings}\n    }\n}\n`,
    mode: 0o644,
    isKept: true,
  };
}
