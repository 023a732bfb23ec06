import { z } from 'zod';
import { exactInstant } from './dates.ts';
import { del, document, empty, get, group, json, post } from './endpoint.ts';
import { knownInstant, queryText } from './paging.ts';
import { must, mustFit } from './wording.ts';

/** Limits of the administrator's own account; lengths in UTF-16 code units. */
export const accountLimits = {
  tokens: 100,
  tokenNameLength: 80,
  minPasswordLength: 8,
  maxPasswordLength: 200,
} as const;

/** The name of the session cookie. */
export const sessionCookie = 'docent_session';
/** Its name under https: browsers take it from this host alone, for the whole host, and over TLS (`__Host-`). */
export const secureSessionCookie = `__Host-${sessionCookie}`;
/** Its name under https below a path, to which it is limited: another Docent of this host has one of its own. */
export const pathSessionCookie = `__Secure-${sessionCookie}`;
/** All names; the first that a request has is the one of this place. */
export const sessionCookies = [pathSessionCookie, secureSessionCookie, sessionCookie] as const;

/** What a token may do: everything an administrator may, or the operations of one purpose. */
export const tokenScopes = ['admin', 'writing', 'questions', 'analytics'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** The operations of each scope but `admin`, as `group.operation`; every other operation of administrators is refused with 403. */
export const scopeOperations = {
  writing: ['writing.assist', 'writing.assistStream'],
  questions: ['openai.models', 'openai.model', 'openai.complete'],
  analytics: [
    'usage.today',
    'usage.stats',
    'usage.calls',
    'usage.failureDiagnostics',
    'usage.cleanup',
    'chat-logs.list',
    'chat-logs.conversations',
    'chat-logs.stats',
    'chat-logs.export',
    'chat-logs.read',
    'agent.tasks',
    'agent.task',
    'agent.gaps',
    'mcp-analytics.message',
    'mcp-analytics.listen',
    'mcp-analytics.end',
  ],
} as const satisfies Readonly<Record<Exclude<TokenScope, 'admin'>, readonly string[]>>;

/** True when a token of this scope may call the operation; `undefined` stands for a path without one. */
export const mayCall = (scope: TokenScope, operation: string | undefined): boolean =>
  scope === 'admin' ||
  (operation !== undefined && (scopeOperations[scope] as readonly string[]).includes(operation));

const scope = z.enum(tokenScopes, { error: must('rule_one_of', { words: tokenScopes.join(', ') }) });

/** A token for programs; its value is shown only once. Times are ISO-8601 instants, `''` when it was never used. */
export const AccessToken = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string().meta({ description: 'The last four characters' }),
  createdAt: knownInstant,
  lastUsedAt: z.string().meta({ description: 'To the minute; empty when never used' }),
  scope: scope.meta({
    description:
      'What it may do: everything (admin), writing help, questions at /v1, or reading usage, chat logs and content gaps (analytics)',
  }),
  expiresAt: z.string().meta({ description: 'It stops working then; empty when it has no end' }),
});
export type AccessToken = z.infer<typeof AccessToken>;

/** The ways an administrator can sign in; holds no secret. */
export const AccountAccess = z.object({
  password: z
    .enum(['operator', 'generated', 'changed', 'none'])
    .meta({ description: 'Where it comes from; only operator cannot be changed here' }),
  generatedToken: z.object({
    state: z
      .enum(['active', 'renewed', 'revoked', 'none'])
      .meta({ description: 'active is the one in the credentials file; none when the operator set his own' }),
    hint: z.string().meta({ description: 'The last four characters' }),
    changedAt: z.string().meta({ description: 'ISO-8601 instant; empty when it never changed' }),
  }),
});
export type AccountAccess = z.infer<typeof AccountAccess>;

const tokenName = z
  .string({ error: must('rule_text') })
  .trim()
  .min(1, { error: must('rule_not_blank') })
  .max(accountLimits.tokenNameLength, { error: mustFit(accountLimits.tokenNameLength) });

const newPassword = z
  .string({ error: must('rule_text') })
  .min(accountLimits.minPasswordLength, {
    error: must('rule_least_length', { length: accountLimits.minPasswordLength }),
  })
  .max(accountLimits.maxPasswordLength, { error: mustFit(accountLimits.maxPasswordLength) });

export const account = group('account', 'console', {
  tokens: get('/account/tokens', {
    summary: 'Access tokens for programs, without their values',
    reply: json(z.object({ tokens: z.array(AccessToken) })),
  }),
  createToken: post('/account/tokens', {
    summary: 'Create an access token; the reply is the only place that shows its value',
    body: z.object({
      name: tokenName,
      scope: scope.default('admin'),
      expiresAt: exactInstant.meta({
        description: 'ISO-8601 instant in the future; without it the token has no end',
      }),
    }),
    reply: json(AccessToken.extend({ token: z.string() })),
  }),
  deleteToken: del('/account/tokens/{id}', {
    summary: 'Delete an access token; it stops working at once',
    params: z.object({ id: z.string().meta({ description: 'Id of the token' }) }),
    reply: empty,
  }),
  access: get('/account/access', {
    summary: 'Where password and generated token come from',
    reply: json(AccountAccess),
  }),
  renewGeneratedToken: post('/account/generated-token/renew', {
    summary: 'Replace the generated token; the reply is the only place that shows the new value',
    decode: 'none',
    reply: json(z.object({ token: z.string(), hint: z.string() })),
  }),
  revokeGeneratedToken: del('/account/generated-token', {
    summary: 'Revoke the generated token; it stops working at once',
    reply: empty,
  }),
  changePassword: post('/account/password', {
    summary: 'Change the password; every other session ends, and on request every token',
    body: z.object({
      current: z.string({ error: must('rule_text') }),
      next: newPassword,
      revokeTokens: z
        .boolean({ error: must('rule_switch') })
        .default(false)
        .meta({ description: 'Also delete all tokens and revoke the generated one' }),
    }),
    reply: empty,
  }),
});

const SessionState = z.object({
  kind: z.enum(['anonymous', 'admin']),
  via: z.enum(['token', 'cookie']).optional(),
  scope: scope
    .exclude(['admin'])
    .optional()
    .meta({ description: 'What a token may do that is no administrator, whose kind is anonymous' }),
});

/** Signing in and out with a browser; programs may send and get JSON. */
export const session = {
  ...group('session', 'root', {
    loginPage: get('/login', {
      summary: 'The sign-in page',
      query: z.object({
        next: queryText.meta({ description: 'Path of this service to go to after signing in' }),
      }),
      reply: document({ 'text/html': null }),
    }),
    login: post('/login', {
      summary: 'Sign in with the password; sets the session cookie',
      decode: 'urlencoded',
      body: z.object({ password: z.string().default(''), next: z.string().default('') }),
      reply: document({ 'application/json': SessionState, 'text/html': null }),
    }),
    logout: post('/logout', {
      summary: 'Sign out',
      decode: 'none',
      reply: document({
        'application/json': SessionState.extend({
          signOutAt: z.string().optional().meta({
            description: 'Where the platform of the site, which has signed the caller in, signs out',
          }),
        }),
        'text/html': null,
      }),
    }),
    state: get('/session', {
      summary: 'Who the browser or program is to the service, by its own sign-in and tokens',
      reply: json(SessionState),
    }),
  }),
  also: 'console-pages',
  // It is for administrators, whom the cause helps.
  tellsCauses: true,
} as const;
