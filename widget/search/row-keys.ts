const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Up and down walk through what can be opened; up from the first one leads back to the field. A visitor who types while a
 * result has the focus goes on writing in the field. Keys of an input method are left to that.
 */
export function moveBetweenRows(event: KeyboardEvent, root: ShadowRoot): void {
  if (event.isComposing) return;
  const field = root.querySelector('input');
  const step = steps[event.key];
  if (step === undefined) {
    if (writes(event)) field?.focus();
    return;
  }
  const rows = [...root.querySelectorAll<HTMLElement>('li > .row')];
  const here = rows.findIndex((row) => row === root.activeElement);
  if (here < 0 && event.target !== field) return;
  event.preventDefault();
  const next = here + step;
  (next < 0 ? field : rows[Math.min(next, rows.length - 1)])?.focus();
}

/** True for a key that writes or deletes a character, pressed on a row. */
function writes({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || !(target instanceof Element) || !target.closest('.row')) return false;
  return (Array.from(key).length === 1 && key !== ' ') || key === 'Backspace';
}
