/** True where fingers are the pointer: the on-screen keyboard of a focused field covers half of the page. */
export const isTouched = (): boolean => matchMedia('(pointer: coarse)').matches;
