/** A plain click on a mark shows its source below the answer; with a modifier it is the link that it looks like. */
export function scrollToSource(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return;
  const mark = event.target.closest<HTMLElement>('[data-source]');
  const reference = mark
    ?.closest('.answer')
    ?.querySelector<HTMLElement>(`[data-reference="${mark.dataset.source}"]`);
  if (!reference) return;
  event.preventDefault();
  reference.closest('details')?.setAttribute('open', '');
  reference.scrollIntoView({ block: 'nearest' });
  reference.querySelector('a')?.focus({ preventScroll: true });
  reference.classList.remove('found');
  requestAnimationFrame(() => reference.classList.add('found'));
}
