const touch = { hasTouch: true, isMobile: true } as const;

/** Screens of the browser tests: what a context of the browser is opened with. */
export const phone = { viewport: { width: 390, height: 844 }, ...touch } as const;

/** With as many pixels as a phone has, for pictures. */
export const sharpPhone = { ...phone, deviceScaleFactor: 2 } as const;

/** The bars of the browser take a part of the height. */
export const shortPhone = { viewport: { width: 390, height: 700 }, ...touch } as const;

export const narrowPhone = { viewport: { width: 320, height: 568 }, ...touch } as const;

export const laptop = { viewport: { width: 1280, height: 800 } } as const;
