import { ref, watch, type Ref } from 'vue';

/** A text that survives navigation and reloads until this browser tab is closed. */
export function useDraft(name: string, initial = ''): Ref<string> {
  const key = `docent-console-draft-${name}`;
  const text = ref(sessionStorage.getItem(key) ?? initial);
  watch(text, (typed) => {
    if (typed === initial) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, typed);
  });
  return text;
}
