import { onMounted, onScopeDispose, ref, type Ref, type ShallowRef } from 'vue';
import { textScale } from '../text-scale.ts';

/** True when the window is narrower than this many pixels, scaled by the text size. */
export function useWidth(pixels: number): Ref<boolean> {
  const query = matchMedia(`(width < ${pixels / 16}rem)`);
  const isNarrow = ref(query.matches);
  const follow = ({ matches }: MediaQueryListEvent) => void (isNarrow.value = matches);
  query.addEventListener('change', follow);
  onScopeDispose(() => query.removeEventListener('change', follow));
  return isNarrow;
}

/** Width of an element in pixels, scaled by the text size; `undefined` until it is shown. */
export function useWidthOf(place: Readonly<ShallowRef<HTMLElement | null>>): Ref<number | undefined> {
  const width = ref<number>();
  const measure = () => {
    const { offsetWidth = 0 } = place.value ?? {};
    if (offsetWidth > 0) width.value = offsetWidth / textScale();
  };
  const observer = new ResizeObserver(measure);
  onMounted(() => {
    measure();
    if (place.value) observer.observe(place.value);
  });
  onScopeDispose(() => observer.disconnect());
  return width;
}
