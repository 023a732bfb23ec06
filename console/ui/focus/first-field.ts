import { nextTick } from 'vue';

/** Fields that a person fills in or chooses from. */
const fields = 'input:not(:disabled, [type="hidden"], [readonly]), textarea:not(:disabled, [readonly])';

/**
 * Moves the focus to the first field of a dialog or drawer that has just opened, where its frame has put it on the button
 * that closes it. Ends with `signal`.
 */
export function focusFirstField(signal: AbortSignal): void {
  const entered = new WeakSet<Element>();
  document.addEventListener(
    'focusin',
    ({ target }) => {
      const dialog = target instanceof Element ? target.closest('[role="dialog"]') : null;
      if (!dialog || entered.has(dialog)) return;
      entered.add(dialog);
      if (target instanceof HTMLElement && target.matches(fields)) return;
      focusFieldIn(dialog);
    },
    { signal },
  );
}

/** Moves the focus to the first field of the last row of a list to which a button has just added one. */
export async function focusAddedRow(list: () => Element | null): Promise<void> {
  await nextTick();
  const row = list()?.lastElementChild;
  if (row) focusFieldIn(row);
}

const focusFieldIn = (part: Element): void =>
  [...part.querySelectorAll<HTMLElement>(fields)].find((one) => one.getClientRects().length > 0)?.focus();
