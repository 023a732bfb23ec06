import {
  account,
  session,
  sessionCookie,
  type AccessToken,
  type AccountAccess,
} from '../../../contract/account.ts';
import { isFault, type Fault } from '../../kit/fault.ts';
import { implement, type Document, type Implementation, type RequestContext } from '../../http/implement.ts';
import type { Caller, Credentials } from '../../ports/host.ts';
import type { GivenToken } from './given-token.ts';
import { loginPage } from './login-page.ts';
import type { PasswordChange } from './password.ts';
import { safeRedirect } from './safe-redirect.ts';

interface Account {
  readonly identify: (credentials: Credentials) => Promise<Caller>;
  readonly identifyOwn: (credentials: Credentials) => Promise<Caller>;
  hasPassword(): Promise<boolean>;
  login(password: string, address: string): Promise<string>;
  logout(credentials: Credentials): Promise<void>;
  readonly changePassword: (
    change: PasswordChange,
    address: string,
    credentials: Credentials,
  ) => Promise<void>;
  access(): Promise<AccountAccess>;
  readonly generatedToken: Pick<GivenToken, 'renew' | 'revoke'>;
  readonly tokens: {
    list(): Promise<AccessToken[]>;
    create(name: string): Promise<AccessToken & { readonly token: string }>;
    delete(id: string): Promise<void>;
  };
}

const managementRoutes = ({ tokens, changePassword, access, generatedToken }: Account) =>
  implement(account, {
    tokens: async () => ({ tokens: await tokens.list() }),
    createToken: ({ body }) => tokens.create(body.name),
    deleteToken: ({ params }) => tokens.delete(params.id),
    access: () => access(),
    renewGeneratedToken: () => generatedToken.renew(),
    revokeGeneratedToken: () => generatedToken.revoke(),
    changePassword: ({ body }, { visitor, credentials }) =>
      changePassword(body, visitor.address, credentials),
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

/** Target after login when none was requested. */
const home = '/console/';

const sessionRoutes = (account: Account) =>
  implement(session, {
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
        const headers = { 'set-cookie': cookieOf(secret, origin, keptSeconds) };
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
      const headers = { 'set-cookie': cookieOf('', origin, 0) };
      return wantsPage ? seeOther('login', headers) : jsonDocument({ kind: 'anonymous' }, headers);
    },
    state: async (_input, { credentials }) => {
      const caller = await account.identifyOwn(credentials);
      return caller.kind === 'admin' ? { kind: 'admin', via: caller.via } : { kind: 'anonymous' };
    },
  });

/** Lifetime of the cookie: the longest that browsers allow (400 days). The server decides when a session ends. */
const keptSeconds = 400 * 24 * 60 * 60;

const cookieOf = (value: string, origin: string, maxAge: number) =>
  `${sessionCookie}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`;

const seeOther = (location: string, headers = {}): Document => ({
  status: 303,
  contentType: 'text/plain; charset=utf-8',
  body: '',
  headers: { location, ...headers },
});

const jsonDocument = (value: object, headers: Readonly<Record<string, string>>): Document => ({
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
