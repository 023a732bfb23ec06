import { serviceVersion } from '../kit/version.ts';

export interface Started {
  /** `http://host:port` */
  readonly address: string;
  /** File or variables that have the administrator's password. */
  readonly credentials: string;
  /** Folder or address of the site; `undefined` for the sample site. */
  readonly site: string | undefined;
  /** Path of the console's pages. */
  readonly consolePath: string;
  /** Names of connected models; none when only the built-in ones answer. */
  readonly models: readonly string[];
  /** The command that connects a site and a model. */
  readonly setup: string;
}

/** Text for a person at a terminal after the start: addresses, login, site and models. */
export function welcome({ address, credentials, site, consolePath, models, setup }: Started): string {
  const rows = [
    ['Ask', `${address}/`],
    ['Console', `${address}${consolePath}/`],
    ['Password', `in ${credentials}`],
    ['Site', site ?? `the handbook, as a sample. Connect yours: ${setup}`],
    ['Models', models.length > 0 ? models.join(', ') : `built in. Connect a language model: ${setup}`],
  ];
  const lines = rows.map(([name = '', text = '']) => `  ${name.padEnd(10)}${text}`);
  return `\nDocent ${serviceVersion}\n\n${lines.join('\n')}\n\n`;
}
