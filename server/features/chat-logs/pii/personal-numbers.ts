import { candidateOf, chainsOf, type Candidate, type Group } from './number-candidates.ts';
import { isBirthDate, isCard, isOldResidentId, isResidentId } from './number-checks.ts';
import type { Finding } from './finding.ts';

/** Phone, identity and card numbers in a text of ASCII digits and signs. */
export function* personalNumbers(text: string): Generator<Finding> {
  for (const chain of chainsOf(text)) {
    for (let first = 0; first < chain.length;) {
      const found = longestAt(text, chain, first);
      if (found) yield found.finding;
      first += found?.groups ?? 1;
    }
  }
}

/** Recognizers of personal numbers, one format each; the first match names the number. */
const recognisers: readonly {
  readonly kind: Finding['kind'];
  readonly is: (candidate: Candidate) => boolean;
}[] = [
  { kind: 'id', is: ({ digits, groups }) => groups.length <= 4 && isResidentId(digits) },
  { kind: 'card', is: ({ digits, groups }) => inCardGroups(groups) && isCard(digits) },
  { kind: 'phone', is: isChineseMobile },
  { kind: 'phone', is: isChineseLandline },
  { kind: 'phone', is: isInternational },
  { kind: 'phone', is: isNorthAmerican },
  { kind: 'phone', is: isEuropean },
  { kind: 'id', is: isSocialSecurity },
  { kind: 'id', is: ({ digits, before }) => idWord.test(before) && isOldResidentId(digits) },
  {
    kind: 'id',
    is: ({ digits, before, joined }) => !joined && passportWord.test(before) && /^\d{7,9}$/.test(digits),
  },
  { kind: 'phone', is: isCalledPhone },
];

/** Maximum of groups in any format. */
const maxGroups = 8;

function longestAt(text: string, chain: readonly Group[], first: number) {
  for (let count = Math.min(maxGroups, chain.length - first); count > 0; count--) {
    const candidate = candidateOf(text, chain, first, count);
    const kind = candidate && recognisers.find(({ is }) => is(candidate))?.kind;
    const [from, to] = [chain[first], chain[first + count - 1]];
    if (!kind || !from || !to) continue;
    // An opening bracket belongs to the number when its closing one is inside.
    const opening = candidate.parts.some((part) => part.includes(')')) ? /[+(]{1,2}$/ : /\+$/;
    const signs = opening.exec(candidate.before)?.[0].length ?? 0;
    return { groups: count, finding: { start: from.start - signs, end: to.end, kind } };
  }
  return undefined;
}

const toll = /^(?:400|800|888|877|866|855|844|833)/;

const inCardGroups = (groups: readonly string[]): boolean =>
  groups.every((group, place) => (group.length >= 4 && group.length <= 6) || place === groups.length - 1);

function isChineseMobile({ digits, groups, joined }: Candidate): boolean {
  const own = /^(?:0086|86)?(1[3-9]\d{9})$/.exec(digits)?.[1];
  if (own === undefined || new Set(own).size < 3) return false;
  const sizes = groups.map(({ length }) => length).join(' ');
  return /^(?:[24] )?(?:11|3 4 4|3 3 5|3 8|7 4|4 4 3)$|^1[35]$/.test(sizes) && !(joined && groups.length > 1);
}

function isChineseLandline({ digits, groups, parts, joined, whole }: Candidate): boolean {
  if (!/^0(?:10|2\d|[3-9]\d\d)[2-8]\d{6,7}$/.test(digits) || toll.test(digits)) return false;
  if (parts.some((part) => part.includes('.') || part.includes('/'))) return false;
  const [area] = groups;
  if (groups.length === 1) return !joined && whole;
  return (
    (area?.length === 3 || area?.length === 4) &&
    !joined &&
    groups.slice(1).every(({ length }) => length >= 3)
  );
}

/** E.164 with a plus sign or 00. */
function isInternational({ digits, groups, plus, leads, joined }: Candidate): boolean {
  if (joined) return false;
  if (plus) return /^[1-9]\d{7,14}$/.test(digits);
  return (
    leads &&
    /^00[1-9]\d{8,14}$/.test(digits) &&
    (groups.length === 1 || /^00[1-9]\d{0,2}$/.test(groups[0] ?? ''))
  );
}

function isNorthAmerican({ groups, parts, joined, before }: Candidate): boolean {
  const country = groups[0] === '1' ? 1 : 0;
  const [area = '', exchange = '', line = ''] = groups.slice(country);
  if (joined || groups.length !== country + 3 || toll.test(area)) return false;
  const isShaped = /^[2-9]\d\d$/.test(area) && /^[2-9]\d\d$/.test(exchange) && /^\d{4}$/.test(line);
  const own = parts.slice(country);
  const parted = own.every((part) => /^[-.]$/.test(part)) || /\)/.test(own[0] ?? '');
  return (
    isShaped && (parted || phoneWord.test(before)) && new Set(own.join('').replace(/[() ]/g, '')).size < 2
  );
}

/** National format with a leading zero, in groups: 06 12 34 56 78, 020 7946 0958, 0171 1234567, 030/123456. */
function isEuropean({ digits, groups, parts, whole, before, after }: Candidate): boolean {
  if (!whole || groups.length < 2 || !/^0[1-9]\d{7,10}$/.test(digits)) return false;
  if (parts.some((part) => part.includes('.')) || /[:：]\s?\d*$/.test(after) || /\d[:：]$/.test(before))
    return false;
  return groups.every(({ length }) => length >= 2) && !/^0[1-9]-\d\d-\d{4}$/.test(groups.join('-'));
}

function isSocialSecurity({ groups, parts, joined }: Candidate): boolean {
  if (joined || parts.join('') !== '--') return false;
  return /^(?!000|666|9)\d{3} (?!00)\d\d (?!0000)\d{4}$/.test(groups.join(' '));
}

const idWord = /(?:身份证|证件|\bid(?:entity)?[ -]?(?:card|number|no)?)[^\d\n]{0,10}$/i;
const passportWord = /(?:护照|passport)[^\d\n]{0,10}$/i;
const phoneWord =
  /(?:\b(?:tel|telephone|phone|mobile|cell|cellphone|whatsapp|sms|fax|call me|text me|reach me)\b|电话|手机|座机|联系方式|联系我|致电|拨打|微信|短信|(?<!i)phone(?: number)?)[^\d\n]{0,12}$/i;

/** Seven to fifteen digits after a word for phone, unless they are a date. */
function isCalledPhone({ digits, groups, whole, before }: Candidate): boolean {
  if (!whole || !/^\d{7,15}$/.test(digits) || toll.test(digits) || !phoneWord.test(before)) return false;
  if (groups.length === 1 && digits.length === 8 && isBirthDate(digits)) return false;
  return !/^(?:19|20)\d\d-\d{1,2}-\d{1,2}$/.test(groups.join('-'));
}
