import { createApp } from '../app.ts';
import { createLog } from '../adapters/log.ts';
import { readEnv, SettingError } from '../env.ts';
import { dayMs } from '../kit/calendar.ts';
import { openPorts } from '../open-ports.ts';
import { ofInstallation } from './open-app.ts';
import { refuseFurtherWords, type Command, type CommandLine } from './command.ts';
import { complain, say } from './say.ts';

const actions = ['state', 'create', 'list', 'renew', 'revoke'] as const;
type Action = (typeof actions)[number];
const isAction = (word: string): word is Action => actions.some((action) => action === word);

type App = Pick<Awaited<ReturnType<typeof createApp>>, 'tokens' | 'generatedToken'>;
type TokenScope = Parameters<App['tokens']['create']>[0]['scope'];
type AccessToken = Awaited<ReturnType<App['tokens']['list']>>[number];

const tokenScopes = ['admin', 'writing', 'questions', 'analytics'] as const satisfies readonly TokenScope[];

/** Works on the database alone, also while a service runs on it. */
export const token: Command = {
  usage: '[action]',
  summary: "manage access tokens for programs, and the administrator's generated token",
  details: [
    'create <name>: print a new token; list: all tokens; revoke <id>: revoke one',
    `--scope <scope>  what a new one may do: ${tokenScopes.join(', ')} (everything, unless given)`,
    '--expires <end>  when a new one ends: a day such as 2027-01-31, or 90d',
    'without action: state of the generated token; renew, revoke generated: replace or revoke it',
  ],
  options: { scope: { type: 'string' }, expires: { type: 'string' } },
  mostWords: 2,
  async run(line) {
    const {
      words: [action = 'state', ...rest],
      variables,
    } = line;
    if (!isAction(action)) {
      complain('token: the action must be create, list, renew, revoke or nothing');
      return 2;
    }
    const takesSubject = action === 'create' || action === 'revoke';
    refuseFurtherWords(`token ${action}`, rest, takesSubject ? 1 : 0);
    const subject = rest[0]?.trim() ?? '';
    if (takesSubject && subject === '') throw new SettingError(needs[action]);
    const asked = { subject, ...(action === 'create' ? wanted(line) : {}) };
    await using app = await createApp(
      await openPorts(readEnv(variables), createLog('silent'), { ...ofInstallation, isWithoutSite: true }),
    );
    say(await run(app, action, asked));
    return 0;
  },
};

const needs = {
  create: 'token create: needs a name, such as the program it is for',
  revoke: 'token revoke: needs the id of a token (token list shows them), or the word generated',
} as const;

/** Scope and end of a new token. Throws {@link SettingError}. */
function wanted(line: Pick<CommandLine, 'text'>): { scope: TokenScope; expiresAt: string } {
  const named = line.text('scope') ?? 'admin';
  const scope = tokenScopes.find((one) => one === named);
  if (!scope) throw new SettingError(`token create: --scope must be ${tokenScopes.join(', ')}`);
  const end = line.text('expires');
  const expiresAt = end === undefined ? '' : endOf(end, Date.now());
  if (expiresAt === undefined)
    throw new SettingError('token create: --expires must be a day to come, such as 2027-01-31, or 90d');
  return { scope, expiresAt };
}

/**
 * When a token ends, as an ISO-8601 instant: `2027-01-31` is the end of that day where the command runs, `90d` the time of day 90
 * days from now. `undefined` for anything else, and for days that have passed.
 */
export function endOf(text: string, now: number): string | undefined {
  const days = /^([1-9]\d{0,4})d$/.exec(text)?.[1];
  if (days !== undefined) return new Date(now + Number(days) * dayMs).toISOString();
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const end = new Date(`${text}T23:59:59`);
  // The engine moves 2027-02-30 into March or refuses it.
  return end.getTime() > now && end.getDate() === Number(text.slice(8)) ? end.toISOString() : undefined;
}

interface Asked {
  readonly subject: string;
  readonly scope?: TokenScope;
  readonly expiresAt?: string;
}

/** Does what was asked for; resolves with what to print. Throws {@link SettingError} and the Faults of the account feature. */
async function run(app: App, action: Action, { subject, scope = 'admin', expiresAt = '' }: Asked) {
  const { tokens, generatedToken } = app;
  if (action === 'list') return (await tokens.list()).map(described).join('\n') || 'There are no tokens.';
  if (action === 'create')
    return (await tokens.create({ name: subject.slice(0, longestName), scope, expiresAt })).token;
  if (action === 'revoke' && subject !== 'generated')
    return `Revoked: ${described(await tokens.delete(subject))}`;
  const { state } = await generatedToken.state();
  if (action !== 'state' && state === 'none') throw new SettingError(words.none);
  if (action === 'renew') return (await generatedToken.renew()).token;
  if (action === 'revoke') await generatedToken.revoke();
  return words[(await generatedToken.state()).state];
}

function described({ id, name, hint, scope, createdAt, lastUsedAt, expiresAt }: AccessToken): string {
  const end = expiresAt === '' ? 'no end' : `ends ${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  const used = `last used ${lastUsedAt.slice(0, 10) || 'never'}`;
  return `${id}  …${hint}  ${name}  (${scope}, ${end}, made ${createdAt.slice(0, 10)}, ${used})`;
}

const longestName = 80;

const words = {
  active: 'The generated token is in force; it is in admin-credentials.json in the data folder.',
  renewed: 'The generated token has been renewed; the one in admin-credentials.json no longer works.',
  revoked:
    'The generated token has been revoked. Sign in with the password, or run the command `token renew`.',
  none: 'No token was generated: use DOCENT_ADMIN_TOKEN or DOCENT_ADMIN_PASSWORD.',
} as const;
