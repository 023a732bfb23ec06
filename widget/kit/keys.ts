type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'isComposing' | 'keyCode'>;

/**
 * True when a key sends what is written: Enter, but not with Shift and not while an input method composes.
 * Safari ends the composition before the key arrives and tells only by the code 229.
 */
export const sends = ({ key, shiftKey, isComposing, keyCode }: Key): boolean =>
  key === 'Enter' && !shiftKey && !isComposing && keyCode !== 229;
