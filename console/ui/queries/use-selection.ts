import { NCheckbox, type DataTableBaseColumn } from 'naive-ui';
import { computed, h, ref, watch, type Ref } from 'vue';
import { commonTexts } from '../../text/shared-texts.ts';
import { useTexts } from '../../text/language.ts';

/** The selected rows of the current page; rows that leave the page are deselected. */
export function useSelection<T extends object>(
  rows: Readonly<Ref<readonly T[]>>,
  keyOf: (row: T) => string,
  nameOf: (row: T) => string,
) {
  const t = useTexts(commonTexts);
  const chosen = ref<readonly string[]>([]);
  watch(rows, (shown) => {
    const keys = new Set(shown.map(keyOf));
    chosen.value = chosen.value.filter((key) => keys.has(key));
  });
  const set = (key: string, isChosen: boolean) => {
    chosen.value = [...chosen.value.filter((other) => other !== key), ...(isChosen ? [key] : [])];
  };
  const box = (
    label: string,
    props: { checked: boolean; indeterminate?: boolean },
    onSet: (on: boolean) => void,
  ) =>
    h(NCheckbox, {
      ...props,
      'aria-label': label,
      // The checkbox's own label is hidden, so nothing may refer to it.
      'aria-labelledby': null,
      'onUpdate:checked': onSet,
    });
  const column = computed<DataTableBaseColumn<T>>(() => ({
    key: 'chosen',
    width: 44,
    title: () =>
      box(
        t.value.all,
        {
          checked: rows.value.length > 0 && chosen.value.length === rows.value.length,
          indeterminate: chosen.value.length > 0 && chosen.value.length < rows.value.length,
        },
        (on) => (chosen.value = on ? rows.value.map(keyOf) : []),
      ),
    render: (row) =>
      box(nameOf(row), { checked: chosen.value.includes(keyOf(row)) }, (on) => set(keyOf(row), on)),
  }));
  return { chosen, column, clear: () => (chosen.value = []) };
}
