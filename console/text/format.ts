import { ref } from 'vue';
import { language, languageTag } from './language-choice.ts';
import { momentIn, siteTimeZone } from './site-clock.ts';

/** Formats numbers, shares, durations and amounts alike on every page; the only place that does. */

/** Shown where there is no figure. */
export const noFigure = '–';

/** A number with separators and at most `digits` fraction digits. */
export const formatNumber = (value: number, digits = 0): string =>
  value.toLocaleString(languageTag.value, { maximumFractionDigits: digits });

/** A share between 0 and 1 as `36%` or `77.8%`; `–` for none. */
export const formatPercent = (share: number | undefined): string =>
  share === undefined || !Number.isFinite(share)
    ? noFigure
    : new Intl.NumberFormat(languageTag.value, { style: 'percent', maximumFractionDigits: 1 }).format(share);

/** Bytes as `36 kB` or `1.4 MB`, in thousands. */
export const formatBytes = (bytes: number): string =>
  bytes < 1_000_000
    ? `${formatNumber(Math.ceil(bytes / 1_000))} kB`
    : `${formatNumber(bytes / 1_000_000, 1)} MB`;

/** Milliseconds as `320 ms`, `1.4 s` or `2 min 5 s`; `–` for none. */
export function formatDuration(ms: number | undefined): string {
  if (ms === undefined || !Number.isFinite(ms)) return noFigure;
  const [milliseconds, seconds, minutes] =
    language.value === 'zh' ? ['毫秒', '秒', '分'] : ['ms', 's', 'min'];
  if (ms < 1_000) return `${formatNumber(Math.round(ms))} ${milliseconds}`;
  if (ms < 59_950) return `${formatNumber(ms / 1_000, 1)} ${seconds}`;
  const whole = Math.round(ms / 1_000);
  const rest = whole % 60;
  return `${Math.floor(whole / 60)} ${minutes}${rest > 0 ? ` ${rest} ${seconds}` : ''}`;
}

/** The currency of the operator's prices, once it is known; `''` shows plain amounts. */
export const currency = ref('');

/** An amount of money; `–` when no price is known. Small amounts keep two significant digits. */
export function formatCost(amount: number | undefined | null): string {
  if (amount === undefined || amount === null || !Number.isFinite(amount)) return noFigure;
  // Without a currency no model has a price, so a cost of 0 was never computed.
  if (amount === 0 && currency.value === '') return noFigure;
  const digits =
    amount !== 0 && Math.abs(amount) < 0.1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 };
  const options: Intl.NumberFormatOptions = /^[A-Z]{3}$/.test(currency.value)
    ? { style: 'currency', currency: currency.value, ...digits }
    : digits;
  return amount.toLocaleString(languageTag.value, options);
}

const english = new Intl.PluralRules('en');

/** `1 article`, `2 articles`: for English texts; Chinese has one form. */
export const plural = (count: number, one: string, other: string): string =>
  `${formatNumber(count)} ${english.select(count) === 'one' ? one : other}`;

/** Joins sentences; without blanks between them in Chinese. */
export const sentences = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(language.value === 'zh' ? '' : ' ');

/** Names in a row: `disliked, model failed`, `差评、模型出错`. */
export const listed = (names: readonly string[]): string => names.join(language.value === 'zh' ? '、' : ', ');

/** A label with its value: `Remedy: restart`, `处理方法：重新启动`. */
export const labelled = (label: string, words: string): string =>
  `${label}${language.value === 'zh' ? '：' : ': '}${words}`;

/** `2026-11-21` in the time zone of the site; `–` for none. */
export const formatDay = (instant: string | number | undefined): string =>
  formatTime(instant).split(' ')[0] ?? noFigure;

/** `2026-11-21 14:03` in the time zone of the site; `–` for none. */
export function formatTime(instant: string | number | undefined): string {
  if (instant === undefined || instant === '' || instant === 0) return noFigure;
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return noFigure;
  const two = (number: number) => String(number).padStart(2, '0');
  const { year, month, day, hour, minute } = momentIn(siteTimeZone(), date.getTime());
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}
