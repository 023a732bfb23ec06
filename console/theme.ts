import { computed, ref, watchEffect } from 'vue';

export type Appearance = 'auto' | 'light' | 'dark';

const key = 'docent-console-appearance';
const stored = localStorage.getItem(key);

/** Light, dark, or as the system is; kept in this browser. */
export const appearance = ref<Appearance>(stored === 'light' || stored === 'dark' ? stored : 'auto');

const system = matchMedia('(prefers-color-scheme: dark)');
const systemIsDark = ref(system.matches);
system.addEventListener('change', ({ matches }) => (systemIsDark.value = matches));

export const isDark = computed(() =>
  appearance.value === 'auto' ? systemIsDark.value : appearance.value === 'dark',
);

watchEffect(() => {
  localStorage.setItem(key, appearance.value);
  document.documentElement.dataset['scheme'] = isDark.value ? 'dark' : 'light';
});
