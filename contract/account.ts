import { z } from 'zod';
import { del, document, empty, get, group, json, post } from './endpoint.ts';
import { errorField } from './faults.ts';
import { queryText } from './paging.ts';
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

/** A token for programs; its value is shown only once. Times are ISO-8601 instants, `''` when it was never used. */
export const AccessToken = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string().meta({ description: 'The last four characters' }),
  createdAt: z.string(),
  lastUsedAt: z.string().meta({ description: 'To the minute; empty when never used' }),
});
export type AccessToken = z.infer<typeof AccessToken>;

const tokenName = z
  .string({ error: must('be a text') })
  .trim()
  .min(1, { error: must('not be blank') })
  .max(accountLimits.tokenNameLength, { error: mustFit(accountLimits.tokenNameLength) });

const newPassword = z
  .string({ error: must('be a text') })
  .min(accountLimits.minPasswordLength, {
    error: must(`have at least ${accountLimits.minPasswordLength} characters`),
  })
  .max(accountLimits.maxPasswordLength, { error: mustFit(accountLimits.maxPasswordLength) });

export const account = group('account', 'console', {
  tokens: get('/account/tokens', {
    summary: 'Access tokens for programs, without their values',
    reply: json(z.object({ tokens: z.array(AccessToken) })),
    errors: errorField,
  }),
  createToken: post('/account/tokens', {
    summary: 'Create an access token; the reply is the only place that shows its value',
    body: z.object({ name: tokenName }),
    reply: json(AccessToken.extend({ token: z.string() })),
    errors: errorField,
  }),
  deleteToken: del('/account/tokens/{id}', {
    summary: 'Delete an access token; it stops working at once',
    params: z.object({ id: z.string() }),
    reply: empty,
    errors: errorField,
  }),
  changePassword: post('/account/password', {
    summary: 'Change the password; every other session ends',
    body: z.object({ current: z.string({ error: must('be a text') }), next: newPassword }),
    reply: empty,
    errors: errorField,
  }),
});

const SessionState = z.object({
  kind: z.enum(['anonymous', 'admin']),
  via: z.enum(['token', 'cookie']).optional(),
});

/** Signing in and out with a browser; programs may send and get JSON. */
export const session = group('session', 'root', {
  loginPage: get('/login', {
    summary: 'The sign-in page',
    query: z.object({ next: queryText }),
    reply: document,
    errors: errorField,
  }),
  login: post('/login', {
    summary: 'Sign in with the password; sets the session cookie',
    decode: 'urlencoded',
    body: z.object({ password: z.string().default(''), next: z.string().default('') }),
    reply: document,
    errors: errorField,
  }),
  logout: post('/logout', {
    summary: 'Sign out',
    decode: 'none',
    reply: document,
    errors: errorField,
  }),
  state: get('/session', {
    summary: 'Who the browser or program is to the service',
    reply: json(SessionState),
    errors: errorField,
  }),
});
