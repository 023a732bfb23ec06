/** Focuses an element without a frame around it: nobody came to it by keyboard. */
export function focusQuietly(element: HTMLElement | undefined): void {
  if (!element) return;
  element.dataset.quiet = '';
  element.addEventListener('blur', () => delete element.dataset.quiet, { once: true });
  element.focus();
}
