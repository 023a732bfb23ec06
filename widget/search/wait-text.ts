import type { ViewContext } from '../answer/context.ts';

/** Says when the search goes on, in the units of the language. */
export function waitText(
  seconds: number,
  { text, language }: Pick<ViewContext, 'text' | 'language'>,
): string {
  const [count, unit] =
    seconds > longestSeconds ? [Math.ceil(seconds / 60), 'minute'] : [Math.ceil(seconds), 'second'];
  const time = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
  return text('searchWaits', { time });
}

/** Longer waits are said in minutes. */
const longestSeconds = 90;
