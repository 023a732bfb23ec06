import type { Finding } from './finding.ts';

/** RFC 5321 limits of the local part and the domain. */
const localLength = 64;
const domainLength = 253;

const atSign = / ?[[(] ?at ?[\])] ?|@/gi;
const localUnit = /[a-z0-9._%+'-]/i;
const domain = /(?:[a-z0-9-]{1,63}(?:\.| ?[[(] ?dot ?[\])] ?)){1,8}[a-z]{2,24}(?![a-z0-9_-])/iy;

/** E-mail addresses such as `a.b@example.org` and `a.b (at) example [dot] org`; not `git@github.com`. */
export function* emails(text: string): Generator<Finding> {
  for (const at of text.matchAll(atSign)) {
    const afterAt = at.index + at[0].length;
    const start = localStart(text, at.index);
    const local = text.slice(start, at.index);
    const end = domainEnd(text, afterAt);
    if (local !== '' && local !== 'git' && end > afterAt) yield { start, end, kind: 'email' };
  }
}

function localStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < localLength && localUnit.test(text.charAt(start - 1))) start--;
  // Skips a quote or full stop before the address.
  while (start < at && /[.'%-]/.test(text.charAt(start))) start++;
  return start;
}

function domainEnd(text: string, start: number): number {
  domain.lastIndex = 0;
  const found = domain.exec(text.slice(start, start + domainLength));
  return found ? start + found[0].length : start;
}
