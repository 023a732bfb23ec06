/** True when a key press opens the search: Ctrl or Command with K anywhere, the slash outside of inputs. */
export const opensSearch = (event: KeyboardEvent): boolean =>
  isChord(event, 'k') || (isFresh(event) && isPlain(event) && event.key === '/' && !isWriting(event));

/** True when a key press opens the chat: Ctrl or Command with I, but not in rich text, where it makes italics. */
export const opensChat = (event: KeyboardEvent): boolean => isChord(event, 'i');

const isFresh = ({ altKey, isComposing, repeat }: KeyboardEvent): boolean =>
  !altKey && !isComposing && !repeat;

const isPlain = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => !ctrlKey && !metaKey;

const isChord = (event: KeyboardEvent, letter: string): boolean =>
  isFresh(event) &&
  !isPlain(event) &&
  !event.shiftKey &&
  event.key.toLowerCase() === letter &&
  !isRichText(event);

const place = (event: Event): EventTarget | undefined => event.composedPath()[0];

/** Rich-text editors use that key for links. */
function isRichText(event: Event): boolean {
  const element = place(event);
  return element instanceof HTMLElement && element.isContentEditable;
}

const isWriting = (event: Event): boolean => {
  const element = place(event);
  return (
    isRichText(event) ||
    (element instanceof HTMLElement &&
      element.closest('input, textarea, select, [role="textbox"], [role="combobox"]') !== null)
  );
};
