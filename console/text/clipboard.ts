/**
 * Copies a text; false when the browser refuses. Over plain http there is no clipboard API: then the text is selected in
 * a temporary field beside `place`, because a selection must be inside an open modal window.
 */
export async function copyText(text: string, place: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, place);
  }
}

function copyBySelection(text: string, place: HTMLElement): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.setProperty('position', 'fixed');
  field.style.setProperty('opacity', '0');
  place.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
