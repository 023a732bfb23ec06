import process from 'node:process';
import { createApp } from '../app.ts';
import { createLog } from '../adapters/log.ts';
import { readEnv, SettingError } from '../env.ts';
import { openPorts } from '../open-ports.ts';
import type { Command } from './command.ts';

/** Works on the database alone, beside a service that runs on it. */
export const token: Command = {
  usage: '[renew|revoke]',
  summary: 'tell what became of the generated administrator token',
  details: ['renew: replace it and print the new one', 'revoke: take it out of force'],
  async run({ words: [action = 'state'], variables }) {
    if (!['state', 'renew', 'revoke'].includes(action)) {
      process.stderr.write('docent: token: the word behind it is renew, revoke or nothing\n');
      return 2;
    }
    await using app = await createApp(await openPorts(readEnv(variables), createLog('silent')));
    const { generatedToken } = app;
    const { state } = await generatedToken.state();
    if (action !== 'state' && state === 'none') throw new SettingError(words.none);
    if (action === 'revoke') await generatedToken.revoke();
    process.stdout.write(
      action === 'renew'
        ? `${(await generatedToken.renew()).token}\n`
        : `${words[(await generatedToken.state()).state]}\n`,
    );
    return 0;
  },
};

const words = {
  active: 'The generated token is in force; it stands in admin-credentials.json in the data folder.',
  renewed: 'The generated token has been renewed; the one in admin-credentials.json no longer works.',
  revoked: 'The generated token has been revoked. Sign in with the password, or run `docent token renew`.',
  none: 'No token was generated: DOCENT_ADMIN_TOKEN or DOCENT_ADMIN_PASSWORD says how to get in.',
} as const;
