/**
 * Ends plain keys at an element of ours, after its own handlers: pages that listen for single letters cannot see that a visitor is
 * writing in a shadow root. So does a move of the focus, which windows of a page would take back.
 */
export function keepKeys(element: HTMLElement): void {
  for (const kind of ['keydown', 'keypress', 'keyup', 'focusin'])
    element.addEventListener(kind, (event) => {
      const isChord = event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey);
      if (!isChord) event.stopPropagation();
    });
}
