import {
  type InterfaceLanguage,
  interfaceLanguageOf,
  interfaceLanguageTags,
  isInterfaceLanguage,
} from '../../contract/site/interface-language.ts';
import { computed, ref, watchEffect } from 'vue';

const key = 'docent-console-language';

const chosen = (): InterfaceLanguage => {
  const stored = globalThis.localStorage?.getItem(key);
  return isInterfaceLanguage(stored) ? stored : interfaceLanguageOf(navigator.language);
};

/** The language of the console, kept in this browser. */
export const language = ref<InterfaceLanguage>(chosen());

/** Its tag, as pages and formats of numbers want it. */
export const languageTag = computed(() => interfaceLanguageTags[language.value]);

watchEffect(() => {
  globalThis.localStorage?.setItem(key, language.value);
  if (typeof document !== 'undefined') document.documentElement.lang = languageTag.value;
});
