import { explained, type ExplainedText } from '../explained.ts';
import { commonPasswords } from './common-passwords.ts';

/** Fewest different characters of a password. */
const fewestDifferent = 4;
/** What is put before or behind a common password makes it another one from this length on. */
const longestDecoration = 4;
/** What a password has besides the name of the site must be so long. */
const shortestOwn = 6;
/** Shorter names are part of many words. */
const shortestName = 4;

/**
 * Why a password is guessed soon: it repeats itself, is a row, one of the commonest, or little more than one of `names`,
 * such as the title and the host of the site. `undefined` when none of that is so.
 */
export function weaknessOf(password: string, names: readonly string[]): ExplainedText | undefined {
  const text = password.normalize('NFKC').toLowerCase();
  if (repeats(text)) return explained('password_repeats');
  if (isRow(text)) return explained('password_row');
  if (isCommon(text)) return explained('password_common');
  const own = lettersOf(text);
  const name = names
    .map((one) => lettersOf(one.normalize('NFKC').toLowerCase()))
    .find((one) => isLittleMore(own, one));
  return name === undefined ? undefined : explained('password_site_name', { name });
}

/** True for few different characters, and for a part that comes again and again. */
const repeats = (text: string): boolean =>
  new Set(text).size < fewestDifferent || (text + text).indexOf(text, 1) < text.length;

/** True when every character is the next one, or the one before, in the alphabet or among the digits. */
function isRow(text: string): boolean {
  const steps = new Set<number>();
  for (let place = 1; place < text.length; place += 1)
    steps.add(text.charCodeAt(place) - text.charCodeAt(place - 1));
  // After 9 comes 0.
  const [step = 0, other] = [...steps].toSorted((a, b) => Math.abs(a) - Math.abs(b));
  return Math.abs(step) === 1 && (steps.size === 1 || (steps.size === 2 && other === -9 * step));
}

function isCommon(text: string): boolean {
  if (commonPasswords.has(text)) return true;
  const letters = /^[^\p{L}]*/u.exec(text)?.[0].length ?? 0;
  const bare = text.slice(letters).replace(/[^\p{L}]{1,4}$/u, '');
  return bare.length >= 4 && text.length - bare.length <= longestDecoration && commonPasswords.has(bare);
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

const isLittleMore = (own: string, name: string): boolean =>
  name.length >= shortestName && own.includes(name) && own.length - name.length < shortestOwn;
