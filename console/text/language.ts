import { computed, ref, watchEffect, type ComputedRef } from 'vue';

export type Language = 'zh' | 'en';

const key = 'docent-console-language';

const chosen = (): Language => {
  const stored = localStorage.getItem(key);
  if (stored === 'zh' || stored === 'en') return stored;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
};

/** The language of the console, kept in this browser. */
export const language = ref<Language>(chosen());

watchEffect(() => {
  localStorage.setItem(key, language.value);
  document.documentElement.lang = language.value === 'zh' ? 'zh-CN' : 'en';
});

/** Both languages say the same things: a missing or a surplus text is a type error. */
export type Texts<T> = { readonly zh: T; readonly en: T };

type Shape<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...args: infer A) => string
      ? (...args: A) => string
      : Shape<T[K]>;
};

/** Texts of a page in both languages; English gives the shape. */
export const texts = <const T extends object>(given: { readonly en: T; readonly zh: Shape<NoInfer<T>> }) =>
  given;

/** The texts of a page in the language of the console. */
export const useTexts = <T extends object>(given: {
  readonly en: T;
  readonly zh: Shape<T>;
}): ComputedRef<Shape<T>> => computed(() => (language.value === 'zh' ? given.zh : (given.en as Shape<T>)));

/** `2026-11-21 14:03` in the browser's time zone; `–` for none. */
export function timeText(instant: string | number | undefined): string {
  if (instant === undefined || instant === '' || instant === 0) return '–';
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '–';
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A whole number with separators. */
export const numberText = (value: number): string =>
  value.toLocaleString(language.value === 'zh' ? 'zh-CN' : 'en');
