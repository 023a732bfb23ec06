import { emails } from './emails.ts';
import { ibans } from './ibans.ts';
import { personalNumbers } from './personal-numbers.ts';
import type { Finding } from './finding.ts';

/**
 * Masks personal data in visitors' texts before they are stored: e-mail addresses, phone numbers (Chinese and
 * international), identity and passport numbers, payment cards and bank accounts become `[email]`, `[phone]`, `[id]`,
 * `[card]`, `[iban]`. A number is masked only when its check digits, its format or a word before it identifies it, so
 * that years, prices, versions, ISBNs and dates stay. Linear time.
 */
export function maskPersonalData(text: string): string {
  const plain = toAscii(text);
  let masked = '';
  let from = 0;
  for (const { start, end, kind } of apart([...emails(plain), ...ibans(plain), ...personalNumbers(plain)])) {
    masked += `${text.slice(from, start)}[${kind}]`;
    from = end;
  }
  return masked + text.slice(from);
}

/** Findings in text order without overlaps: the first one wins, then the longer one. */
function apart(findings: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  for (const finding of findings.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last === undefined || finding.start >= last.end) kept.push(finding);
  }
  return kept;
}

/** Maps full-width forms, dashes and blanks to ASCII, unit by unit, so that offsets stay the same. */
const toAscii = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ');
