import {
  account,
  session,
  pathSessionCookie,
  secureSessionCookie,
  sessionCookie,
  type AccessToken,
  type AccountAccess,
} from '../../../contract/account.ts';
import { isFault, type Fault } from '../../kit/fault.ts';
import { implement, type Document, type Implementation, type RequestContext } from '../../http/implement.ts';
import type { Caller, Credentials } from '../../ports/host.ts';
import type { NewChange } from '../changes/changes.ts';
import type { GivenToken } from './given-token.ts';
import { loginPage } from './login-page.ts';
import type { PasswordChange } from './password.ts';
import { safeRedirect } from './safe-redirect.ts';
import { longestMs } from './sessions.ts';
import type { NewToken } from './tokens.ts';

interface Account {
  /** Target after login when none was requested. */
  readonly home: string;
  readonly identify: (credentials: Credentials) => Promise<Caller>;
  readonly identifyOwn: (credentials: Credentials) => Promise<Caller>;
  hasPassword(): Promise<boolean>;
  login(password: string, address: string): Promise<string>;
  logout(credentials: Credentials): Promise<void>;
  signOutElsewhere(credentials: Credentials): Promise<string | undefined>;
  readonly changePassword: (
    change: PasswordChange,
    address: string,
    credentials: Credentials,
  ) => Promise<void>;
  access(): Promise<AccountAccess>;
  readonly generatedToken: Pick<GivenToken, 'renew' | 'revoke'>;
  readonly tokens: {
    list(): Promise<AccessToken[]>;
    create(asked: NewToken): Promise<AccessToken & { readonly token: string }>;
    delete(id: string): Promise<AccessToken>;
  };
  record(change: NewChange): Promise<void>;
}

const managementRoutes = ({ tokens, changePassword, access, generatedToken, record }: Account) => {
  const note = (
    { by }: RequestContext,
    change: Pick<NewChange, 'action' | 'subject'> & Partial<NewChange>,
  ): Promise<void> => record({ area: 'tokens', by, ...change });
  return implement(account, {
    tokens: async () => ({ tokens: await tokens.list() }),
    createToken: async ({ body }, context) => {
      const token = await tokens.create(body);
      await note(context, { action: 'add', subject: token.name, after: shownOf(token) });
      return token;
    },
    deleteToken: async ({ params }, context) => {
      const token = await tokens.delete(params.id);
      await note(context, { action: 'remove', subject: token.name, before: shownOf(token) });
    },
    access: () => access(),
    renewGeneratedToken: async (_input, context) => {
      const renewed = await generatedToken.renew();
      await note(context, { action: 'renew', subject: '', after: { hint: renewed.hint } });
      return renewed;
    },
    revokeGeneratedToken: async (_input, context) => {
      await generatedToken.revoke();
      await note(context, { action: 'remove', subject: '' });
    },
    changePassword: async ({ body }, context) => {
      await changePassword(body, context.visitor.address, context.credentials);
      await note(context, { area: 'account', action: 'edit', subject: 'password' });
    },
  });
};

/** Fields of a token in the list of changes; never its value. */
const shownOf = ({ scope, hint, expiresAt }: AccessToken) => ({
  scope,
  hint,
  ...(expiresAt !== '' && { expiresAt }),
});

/** Operations on the account, login and logout. */
export const accountRoutes = (account: Account): readonly Implementation[] => [
  managementRoutes(account),
  sessionRoutes(account),
];

const unknownWhileAway = (error: unknown): Caller => {
  if (isFault(error, 'unavailable')) return { kind: 'anonymous' };
  throw error;
};

const sessionRoutes = (account: Account) => {
  const { home } = account;
  return implement(session, {
    loginPage: async ({ query }, { language, credentials }) => {
      const next = safeRedirect(query.next);
      // Login must work while the site cannot identify its users.
      const caller = await account.identify(credentials).catch(unknownWhileAway);
      if (caller.kind === 'admin') return seeOther(next ?? home);
      return loginPage({ language, next, hasPassword: await account.hasPassword() });
    },
    login: async ({ body }, context) => {
      const { origin, wantsPage, visitor, credentials } = context;
      const next = safeRedirect(body.next);
      try {
        const secret = await account.login(body.password, visitor.address);
        await account.logout(credentials);
        const headers = { 'set-cookie': cookiesOf(secret, origin, credentials) };
        return wantsPage
          ? seeOther(next ?? home, headers)
          : jsonDocument({ kind: 'admin', via: 'cookie' }, headers);
      } catch (error) {
        if (!wantsPage || !isFault(error)) throw error;
        return refusedPage(error, context, next, await account.hasPassword());
      }
    },
    logout: async (_input, { origin, wantsPage, credentials }) => {
      await account.logout(credentials);
      const headers = { 'set-cookie': cookiesOf('', origin, credentials) };
      const signOutAt = await account.signOutElsewhere(credentials);
      return wantsPage
        ? seeOther(signOutAt === undefined ? 'login' : ofSite(signOutAt, origin), headers)
        : jsonDocument({ kind: 'anonymous', ...(signOutAt !== undefined && { signOutAt }) }, headers);
    },
    state: async (_input, { credentials }) => {
      const caller = await account.identifyOwn(credentials);
      if (caller.kind === 'token') return { kind: 'anonymous', via: 'token', scope: caller.scope };
      return caller.kind === 'admin' ? { kind: 'admin', via: caller.via } : { kind: 'anonymous' };
    },
  });
};

/** The cookie lives as long as the longest session. The server decides when a session ends. */
const keptSeconds = longestMs / 1000;

/**
 * Sets the session cookie for the path of the service, or deletes it when `secret` is empty. Under https also deletes the cookie from before
 * the switch to TLS, and the other way round.
 */
function cookiesOf(secret: string, origin: string, { cookies }: Credentials): string | readonly string[] {
  const { protocol, pathname: path } = new URL(origin);
  const secureName = path === '/' ? secureSessionCookie : pathSessionCookie;
  const isSecure = protocol === 'https:';
  const [name, other] = isSecure ? [secureName, sessionCookie] : [sessionCookie, secureName];
  const cookie = (of: string, value: string) =>
    `${of}=${value}; Max-Age=${value === '' ? 0 : keptSeconds}; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return cookies[other] === undefined ? cookie(name, secret) : [cookie(name, secret), cookie(other, '')];
}

const seeOther = (location: string, headers = {}): Document => ({
  status: 303,
  contentType: 'text/plain; charset=utf-8',
  body: '',
  headers: { location, ...headers },
});

/** A path of the site; the service's path prefix does not apply to it. */
const ofSite = (path: string, origin: string): string =>
  new URL(origin).pathname === '/' ? path : new URL(path, origin).href;

const jsonDocument = (value: object, headers: Document['headers'] & object): Document => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
  headers,
});

function refusedPage(
  fault: Fault,
  { language }: RequestContext,
  next: string | undefined,
  hasPassword: boolean,
): Document {
  const wait = fault.details.retryAfterSeconds;
  const page = loginPage({ language, next, hasPassword, refused: { waitSeconds: wait } });
  return wait === undefined
    ? { ...page, status: 401 }
    : { ...page, status: 429, headers: { ...page.headers, 'retry-after': String(wait) } };
}
