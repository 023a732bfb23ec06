/** Minutes that passages take, at least one; `undefined` where nothing was measured or nothing is there. */
export const minutesFor = (passages: number, passageMs: number | undefined): number | undefined =>
  passageMs === undefined || passages === 0
    ? undefined
    : Math.max(1, Math.round((passages * passageMs) / 60_000));
