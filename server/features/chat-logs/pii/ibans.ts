import type { Finding } from './finding.ts';

/** Length of the IBAN by country (ISO 13616, IBAN registry). */
const lengths = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 ' +
    'FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 ' +
    'LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ' +
    'ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** IBANs, with or without grouping, whose check digits are correct. */
export function* ibans(text: string): Generator<Finding> {
  for (const head of text.matchAll(/(?<![a-z0-9])[a-z]{2}\d\d/gi)) {
    const length = lengths.get(head[0].slice(0, 2).toUpperCase());
    const found = length && readAccount(text, head.index, length);
    if (found && isChecked(found.account)) yield { start: head.index, end: found.end, kind: 'iban' };
  }
}

/** Reads exactly `length` letters and digits, with single blanks or hyphens in between. */
function readAccount(text: string, start: number, length: number) {
  let account = '';
  let at = start;
  while (account.length < length) {
    if (/[ -]/.test(text.charAt(at))) at++;
    const unit = text.charAt(at);
    if (!/[a-z0-9]/i.test(unit)) return undefined;
    account += unit.toUpperCase();
    at++;
  }
  return /[a-z0-9]/i.test(text.charAt(at)) ? undefined : { account, end: at };
}

/** ISO 7064 MOD 97-10: with the first four characters moved to the end and letters as 10…35, the remainder is 1. */
function isChecked(account: string): boolean {
  let rest = 0;
  for (const unit of account.slice(4) + account.slice(0, 4)) {
    for (const digit of String(Number.parseInt(unit, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}
