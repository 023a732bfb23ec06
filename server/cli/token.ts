import process from 'node:process';
import { createApp } from '../app.ts';
import { createLog } from '../adapters/log.ts';
import { readEnv, SettingError } from '../env.ts';
import { openPorts } from '../open-ports.ts';
import { ofInstallation } from './open-app.ts';
import { refuseFurtherWords, type Command } from './command.ts';

/** Works on the database alone, also while a service runs on it. */
export const token: Command = {
  usage: '[action]',
  summary: "manage access tokens for programs, and the administrator's generated token",
  details: [
    'create <name>: print a new token; list: names and last characters; revoke <id>: revoke one',
    'without action: state of the generated token; renew, revoke: replace or revoke it',
  ],
  mostWords: 2,
  async run({ words: [action = 'state', ...rest], variables }) {
    if (!['state', 'create', 'list', 'renew', 'revoke'].includes(action)) {
      process.stderr.write('docent: token: the action must be create, list, renew, revoke or nothing\n');
      return 2;
    }
    refuseFurtherWords(`token ${action}`, rest, takesSubject.includes(action) ? 1 : 0);
    const [subject] = rest;
    await using app = await createApp(
      await openPorts(readEnv(variables), createLog('silent'), { ...ofInstallation, isWithoutSite: true }),
    );
    if (action === 'create' || action === 'list' || subject !== undefined) {
      process.stdout.write(await named(app.tokens, action, subject ?? ''));
      return 0;
    }
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

type Tokens = Awaited<ReturnType<typeof createApp>>['tokens'];

/** Creates or revokes a named token. Throws {@link SettingError} and the Faults of the account feature. */
async function named(tokens: Tokens, action: string, subject: string): Promise<string> {
  if (action === 'create') {
    if (subject.trim() === '')
      throw new SettingError('token create: needs a name, such as the program it is for');
    return `${(await tokens.create(subject.trim().slice(0, longestName))).token}\n`;
  }
  if (action === 'revoke') {
    await tokens.delete(subject);
    return 'The token has been revoked.\n';
  }
  const all = await tokens.list();
  const lines = all.map(
    ({ id, name, hint, createdAt, lastUsedAt }) =>
      `${id}  …${hint}  ${name}  (made ${createdAt.slice(0, 10)}, last used ${lastUsedAt.slice(0, 10) || 'never'})\n`,
  );
  return lines.join('') || 'There are no tokens.\n';
}

const longestName = 80;

const takesSubject = ['create', 'revoke'];

const words = {
  active: 'The generated token is in force; it is in admin-credentials.json in the data folder.',
  renewed: 'The generated token has been renewed; the one in admin-credentials.json no longer works.',
  revoked:
    'The generated token has been revoked. Sign in with the password, or run the command `token renew`.',
  none: 'No token was generated: use DOCENT_ADMIN_TOKEN or DOCENT_ADMIN_PASSWORD.',
} as const;
