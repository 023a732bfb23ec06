import { computed, type ComputedRef } from 'vue';
import type { InterfaceLanguage } from '../../contract/site/interface-language.ts';
import { language } from './language-choice.ts';

/** Both languages have the same keys: a missing or surplus text is a type error. */
export type Texts<T> = { readonly [Language in InterfaceLanguage]: T };

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
}): ComputedRef<Shape<T>> => computed(() => given[language.value] as Shape<T>);
