import { ref, watchEffect } from 'vue';

export type Language = 'zh' | 'en';

const key = 'docent-console-language';

const chosen = (): Language => {
  const stored = globalThis.localStorage?.getItem(key);
  if (stored === 'zh' || stored === 'en') return stored;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
};

/** The language of the console, kept in this browser. */
export const language = ref<Language>(chosen());

watchEffect(() => {
  globalThis.localStorage?.setItem(key, language.value);
  if (typeof document !== 'undefined')
    document.documentElement.lang = language.value === 'zh' ? 'zh-CN' : 'en';
});
