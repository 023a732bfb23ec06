import { sessionCookies, type AccountAccess } from '../../../contract/account.ts';
import { consolePages } from '../../../contract/api.ts';
import type { Database } from '../../kit/database.ts';
import { explained } from '../../kit/explained.ts';
import { conflict, forbidden, invalid, unauthenticated } from '../../kit/fault.ts';
import type { NetworksOf } from '../../kit/ip-networks.ts';
import { weaknessOf } from '../../kit/passwords/weak-password.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Caller, Credentials } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import type { NewChange } from '../changes/changes.ts';
import { createLoginRateLimit } from './login-rate-limit.ts';
import { hashPassword, isPassword, samePassword, type PasswordChange } from './password.ts';
import { accountRoutes } from './routes.ts';
import { createGivenToken } from './given-token.ts';
import { createSessions } from './sessions.ts';
import { createAccountStore } from './store.ts';
import { createTokens } from './tokens.ts';

export { accountMigrations } from './store.ts';

/** The administrator's credentials as set by the operator. */
export interface AccountSettings {
  /** A token that always works. */
  readonly adminToken: string | undefined;
  /** A password set by the operator wins over one changed in the console. */
  readonly adminPassword: string | undefined;
  /** True when Docent generated the password; one changed in the console then replaces it. */
  readonly isGenerated?: boolean;
  /** Source of both for the log; never the values. */
  readonly where: string;
}

interface AccountDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: AccountSettings;
  /** Networks of a client, for counting its attempts. */
  readonly networksOf: NetworksOf;
  /** Identifies credentials that are not Docent's own by the host. */
  readonly otherwise?: (credentials: Credentials) => Promise<Caller>;
  /** Publicly known names, which a password must not contain: title and hosts of the site. */
  readonly siteNames?: () => readonly string[];
  /** Path of the console's pages; `/console` unless given. */
  readonly consolePath?: string | undefined;
  /** Records a change of the account, without secrets. */
  readonly record?: (change: NewChange) => Promise<void>;
  /** Path of the host's sign-out page for callers whom the host has signed in. */
  readonly signOutPath?: () => string | undefined;
}

/** Docent's own administrator: a password for browsers, tokens for programs. Independent of the host's accounts. */
export function createAccount(deps: AccountDeps) {
  const { clock, log, settings } = deps;
  const store = createAccountStore(deps.db);
  const attempts = createLoginRateLimit({ store, clock, networksOf: deps.networksOf });
  const generatedToken = createGivenToken({
    store,
    clock,
    log,
    value: settings.adminToken,
    isGenerated: settings.isGenerated ?? false,
  });
  const tokens = createTokens({ store, clock, given: generatedToken });
  const isOperators = !settings.isGenerated && settings.adminPassword !== undefined;
  const changedHash = async () => (isOperators ? undefined : store.changedPassword());
  const currentPassword = async () => (await changedHash()) ?? settings.adminPassword;
  const sessions = createSessions({ store, clock, currentPassword });

  /** True when the password is correct. Throws `limited`. */
  const proves = async (password: string, address: string): Promise<boolean> => {
    await attempts.admit(address);
    const isRight = await isInForce(password);
    if (isRight) {
      await attempts.succeeded(address);
    } else {
      await attempts.failed();
      log.warn({ address }, 'a wrong administrator password was given');
    }
    return isRight;
  };

  const isInForce = async (password: string): Promise<boolean> => {
    const changed = await changedHash();
    if (changed !== undefined) return isPassword(password, changed);
    return settings.adminPassword !== undefined && samePassword(password, settings.adminPassword);
  };

  const passwordSource = async (): Promise<AccountAccess['password']> => {
    if (isOperators) return 'operator';
    if ((await changedHash()) !== undefined) return 'changed';
    return settings.adminPassword === undefined ? 'none' : 'generated';
  };

  const identifyOwn = async ({ authorization, cookies }: Credentials): Promise<Caller> => {
    const token = /^Bearer +([\x21-\x7e]{1,512}) *$/i.exec(authorization ?? '')?.[1];
    const owner = token === undefined ? undefined : await tokens.ownerOf(token);
    if (owner?.scope === 'admin') return { kind: 'admin', id: owner.id, via: 'token' };
    if (owner) return { kind: 'token', id: owner.id, scope: owner.scope };
    for (const secret of secretsIn(cookies))
      if (await sessions.isOpen(secret)) return { kind: 'admin', id: 'administrator', via: 'cookie' };
    return { kind: 'anonymous' };
  };

  const account = {
    /** Identifies the caller by Docent's own tokens and sessions; asks nobody else. */
    identifyOwn,

    /** Identifies the caller; anonymous when nothing is valid. */
    identify: async (credentials: Credentials): Promise<Caller> => {
      const own = await identifyOwn(credentials);
      return own.kind === 'anonymous' ? (deps.otherwise?.(credentials) ?? own) : own;
    },

    /** True when login by password is possible at all. */
    hasPassword: async (): Promise<boolean> => (await currentPassword()) !== undefined,

    /** Opens a session; resolves with the value of its cookie. Throws `limited` or `unauthenticated`. */
    login: async (password: string, address: string): Promise<string> => {
      if (!(await proves(password, address))) throw unauthenticated(explained('password_wrong'));
      log.info({}, 'the administrator has signed in');
      return sessions.open();
    },

    logout: async ({ cookies }: Credentials): Promise<void> => {
      for (const secret of secretsIn(cookies)) await sessions.close(secret);
    },

    /**
     * Changes the password and ends every other session, and all tokens if requested. Throws `conflict`, `limited`,
     * `invalid` for one that is easy to guess, or `forbidden` when `current` is wrong.
     */
    changePassword: async (
      change: PasswordChange,
      address: string,
      { cookies }: Credentials,
    ): Promise<void> => {
      if (isOperators) throw conflict(explained('password_of_operator'));
      const weakness = weaknessOf(change.next, ['docent', ...(deps.siteNames?.() ?? [])]);
      if (weakness) throw invalid(weakness);
      if (!(await proves(change.current, address))) throw forbidden(explained('password_current_wrong'));
      const hash = await hashPassword(change.next);
      await store.changePassword({
        hash,
        changedAt: clock.now(),
        kept: await sessions.under(secretsIn(cookies)[0], hash),
        revokeTokens: change.revokeTokens ?? false,
      });
      log.info({}, 'the administrator password has been changed');
    },

    /** Sources of the password and the generated token. */
    access: async (): Promise<AccountAccess> => ({
      password: await passwordSource(),
      generatedToken: await generatedToken.state(),
    }),

    generatedToken,
    tokens,
  };
  return {
    ...account,
    everyDay: () => store.forgetSessions(clock.now()),
    routes: accountRoutes({ ...account, ...places(deps), record: deps.record ?? (async () => undefined) }),
  };
}

/** Paths of the console and of the host's sign-out page. */
const places = ({
  consolePath = consolePages,
  otherwise,
  signOutPath,
}: Pick<AccountDeps, 'consolePath' | 'otherwise' | 'signOutPath'>) => ({
  home: `${consolePath}/`,

  /** Path of the host's sign-out page for a caller whom the host has signed in; `undefined` for others. */
  signOutElsewhere: async (credentials: Credentials): Promise<string | undefined> => {
    const caller = await otherwise?.(credentials).catch(() => undefined);
    return caller?.kind === 'admin' && caller.via === 'cookie' ? signOutPath?.() : undefined;
  },
});

/** Session secrets under all names of the cookie, so that a session from before the switch to TLS stays valid. */
const secretsIn = (cookies: Credentials['cookies']): readonly string[] =>
  sessionCookies.map((name) => cookies[name]).filter((secret) => secret !== undefined);
