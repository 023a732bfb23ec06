import { onScopeDispose, ref, type Ref } from 'vue';

/** True when the window is narrower than so many pixels. */
export function useWidth(pixels: number): Ref<boolean> {
  const query = matchMedia(`(width < ${pixels}px)`);
  const isNarrow = ref(query.matches);
  const follow = ({ matches }: MediaQueryListEvent) => void (isNarrow.value = matches);
  query.addEventListener('change', follow);
  onScopeDispose(() => query.removeEventListener('change', follow));
  return isNarrow;
}
