import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { prefixPattern } from './path-prefix.ts';

/*
 * Schemas for the values of the operator's settings in the environment, with the messages for invalid ones.
 */

export const addressRange = z.string().refine((text) => {
  const [address = '', prefix] = text.split('/');
  const family = isIP(address);
  if (family === 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}, 'must be IP addresses or CIDR ranges, separated by commas');

export const path = z.string().transform((text) => resolve(text));

/** First path segments that the service uses itself. */
const takenPaths: ReadonlySet<string> = new Set(
  'apis v1 mcp widget widget.js embed.html pet-skins docs login logout session healthz readyz metrics'.split(
    ' ',
  ),
);

/** First path segments of the pages of the embedded site. */
const pagePaths: ReadonlySet<string> = new Set('archives tags categories media upload'.split(' '));

/** The address by which visitors reach the service: an origin, and a path when it is mounted below one. */
export const publicAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address, such as https://example.org' })
  .transform((text) => new URL(text))
  .refine(
    ({ pathname }) => !pathname.includes('//'),
    'must have one slash between the parts of its path, such as https://example.org/docent',
  )
  .transform(({ origin, pathname }) => ({ origin, basePath: pathname.replace(/\/$/, '') }))
  .refine(({ basePath }) => {
    const first = basePath.split('/')[1] ?? '';
    const isOwn = takenPaths.has(first) || pagePaths.has(first) || first === 'console';
    return basePath === '' || (prefixPattern.test(basePath) && !isOwn);
  }, 'must have no path, or one that Docent has nothing at, such as https://example.org/docent');

/** A server with the files of models, as huggingface.co arranges them. */
export const hubAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an http or https address, such as https://hf-mirror.com',
});

export const consolePath = z
  .string()
  .default('/console')
  .transform((text) => text.replace(/\/$/, ''))
  .refine(
    (text) => /^(?:\/[a-z\d][\w.~-]*)+$/i.test(text) && !takenPaths.has(text.split('/')[1] ?? ''),
    'must be a path that nothing else has, such as /docent/console',
  );

/** Origin of pages; `*.` stands for any subdomain, a lone `*` for any origin. */
export const pageOrigin = z
  .string()
  .regex(
    /^(?:\*|https?:\/\/(?:\*\.)?[^\s/?#@*]+)$/i,
    'must be origins such as https://example.org or https://*.example.org, separated by commas',
  )
  .toLowerCase();

export const commaList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

export const site = z
  .url({ protocol: /^https?$/, error: 'must be the address of a site, such as https://blog.example.org' })
  .transform((text) => new URL(text))
  .refine((url) => url.username === '' && url.password === '', 'must not hold a name or password')
  .transform((url) => new URL(url.pathname, url));

/** Path patterns separated by commas; `*` matches any text. */
export const patterns = z
  .string()
  .default('')
  .transform(commaList)
  .refine(
    (all) => all.every((one) => /^[/*]/.test(one)),
    'must be path patterns such as /blog/*, separated by commas',
  );

export const secret = z.string().min(16, 'must have at least 16 characters').optional();

export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://');

/** A time zone that this Node knows. */
export const timeZone = z.string().refine((name) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}, 'must be a time zone such as Europe/Berlin or Asia/Shanghai');

export const wholeNumber = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(message).int(message).min(least, message).max(most, message);
};

export const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, `must be one of ${names.join(', ')}`);

/** Variables that are set; an empty value counts as not set. */
export const withoutEmpty = (variables: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
