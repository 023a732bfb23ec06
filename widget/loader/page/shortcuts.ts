/** True when a key press opens the search: Ctrl or Command with K anywhere, the slash outside of inputs. */
export function opensSearch(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat } = event;
  if (isComposing || altKey || repeat) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey && !isRichText(event);
  return key === '/' && !isWriting(event);
}

/** True when a key press opens the chat: Ctrl or Command with I, but not in rich text, where it makes italics. */
export const opensChat = (event: KeyboardEvent): boolean => {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat } = event;
  return (
    (ctrlKey || metaKey) &&
    key.toLowerCase() === 'i' &&
    !altKey &&
    !shiftKey &&
    !isComposing &&
    !repeat &&
    !isRichText(event)
  );
};

const place = (event: Event): EventTarget | undefined => event.composedPath()[0];

/** Rich-text editors use that key for links. */
function isRichText(event: Event): boolean {
  const element = place(event);
  return element instanceof HTMLElement && element.isContentEditable;
}

function isWriting(event: Event): boolean {
  const element = place(event);
  return (
    element instanceof HTMLElement &&
    (element.isContentEditable ||
      element.closest('input, textarea, select, [role="textbox"], [role="combobox"]') !== null)
  );
}
