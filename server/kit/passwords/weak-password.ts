import { explained, type ExplainedText } from '../explained.ts';
import { commonPasswords } from './common-passwords.ts';

/** Minimum number of different characters in a password. */
const minDifferentCharacters = 4;
/** A common password with at most this many characters added before and after it still counts as common. */
const maxDecoration = 4;
/** Minimum number of characters that a password must have besides a name of the site. */
const minOwnCharacters = 6;
/** Shorter names are ignored, since they are part of many words. */
const minNameLength = 4;

/**
 * Reason why a password is easy to guess: it repeats itself, is a sequence, is one of the most common ones, or is little
 * more than one of `names`, such as the title or host of the site. `undefined` for any other password.
 */
export function weaknessOf(password: string, names: readonly string[]): ExplainedText | undefined {
  const text = password.normalize('NFKC').toLowerCase();
  if (repeatsItself(text)) return explained('password_repeats');
  if (isSequence(text)) return explained('password_row');
  if (isCommon(text)) return explained('password_common');
  const own = lettersOf(text);
  const name = names
    .map((one) => lettersOf(one.normalize('NFKC').toLowerCase()))
    .find((one) => isLittleMore(own, one));
  return name === undefined ? undefined : explained('password_site_name', { name });
}

/** True for a text with few different characters, and for one that repeats a part of itself, also between signs and before a number. */
const repeatsItself = (text: string): boolean =>
  new Set(text).size < minDifferentCharacters ||
  isPeriodic(text) ||
  isPeriodic(lettersOf(text).replace(/\p{N}{1,4}$/u, ''));

const isPeriodic = (text: string): boolean => text !== '' && (text + text).indexOf(text, 1) < text.length;

/** True when each character is the successor, or each the predecessor, of the one before it in the alphabet or among the digits. */
function isSequence(text: string): boolean {
  const steps = new Set<number>();
  for (let place = 1; place < text.length; place += 1)
    steps.add(text.charCodeAt(place) - text.charCodeAt(place - 1));
  // 0 follows 9.
  const [step = 0, other] = [...steps].toSorted((a, b) => Math.abs(a) - Math.abs(b));
  return Math.abs(step) === 1 && (steps.size === 1 || (steps.size === 2 && other === -9 * step));
}

function isCommon(text: string): boolean {
  if (commonPasswords.has(text)) return true;
  const letters = /^[^\p{L}]*/u.exec(text)?.[0].length ?? 0;
  const bare = text.slice(letters).replace(/[^\p{L}]{1,4}$/u, '');
  return bare.length >= 4 && text.length - bare.length <= maxDecoration && commonPasswords.has(bare);
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

const isLittleMore = (own: string, name: string): boolean =>
  name.length >= minNameLength && own.includes(name) && own.replaceAll(name, '').length < minOwnCharacters;
