type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'isComposing' | 'keyCode'>;

/**
 * True when a key press sends the text: Enter, but not with Shift and not during composition by an input method.
 * Safari ends the composition before the key event, which only its code 229 shows.
 */
export const sends = ({ key, shiftKey, isComposing, keyCode }: Key): boolean =>
  key === 'Enter' && !shiftKey && !isComposing && keyCode !== 229;
