/**
 * Keeps the focus in an open window where a modal part of the page takes it back by a script: the window becomes modal, and what is
 * behind it cannot have the focus.
 */
export function holdFocus(window: HTMLDialogElement): void {
  const hasFocus = () => {
    const root = window.getRootNode();
    return root instanceof ShadowRoot && window.contains(root.activeElement);
  };
  window.addEventListener('focusin', (event) => {
    if (!window.open || window.matches(':modal') || hasFocus()) return;
    const [wanted] = event.composedPath();
    window.close();
    window.showModal();
    if (wanted instanceof HTMLElement) wanted.focus({ preventScroll: true });
  });
}
