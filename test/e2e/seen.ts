import type { Locator } from 'playwright-core';

/** Position of an element, and whether a person can see it: not covered, not clipped. */
export interface Seen {
  readonly width: number;
  readonly height: number;
  /** True when all of it is inside the viewport. */
  readonly isInView: boolean;
  /** True when a pointer at its centre hits it. */
  readonly isOnTop: boolean;
}

/** Measures an element as a person sees it. */
export const seen = (place: Locator): Promise<Seen> =>
  place.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const { innerWidth, innerHeight } = element.ownerDocument.defaultView;
    const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height, 40) / 2];
    const met = element.getRootNode().elementFromPoint(x, y);
    // A shadow root knows nothing of what the page puts over it.
    let isHostOnTop = true;
    for (let { host } = element.getRootNode(); host; { host } = host.getRootNode())
      isHostOnTop &&= host.getRootNode().elementFromPoint(x, y) === host;
    return {
      width: box.width,
      height: box.height,
      isInView:
        box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight + 0.5 && box.right <= innerWidth + 0.5,
      isOnTop:
        isHostOnTop && met !== null && (met === element || element.contains(met) || met.contains(element)),
    };
  });

/** Contrast ratio (WCAG 2.2) of an element's text, or of its border, against the first background behind it. */
export const contrastOf = (place: Locator, of: 'color' | 'borderTopColor' = 'color'): Promise<number> =>
  place.evaluate((element, of) => {
    const view = element.ownerDocument.defaultView;
    const read = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
    let behind = element;
    let background = [255, 255, 255];
    while (behind) {
      const [red = 0, green = 0, blue = 0, alpha = 1] = read(view.getComputedStyle(behind).backgroundColor);
      if (alpha > 0.99) {
        background = [red, green, blue];
        break;
      }
      const root = behind.getRootNode();
      behind = behind.parentElement ?? root.host;
    }
    const luminance = (color: number[]) => {
      const [red = 0, green = 0, blue = 0] = color
        .slice(0, 3)
        .map((value) => value / 255)
        .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [one, other] = [luminance(read(view.getComputedStyle(element)[of])), luminance(background)];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }, of);

/** Elements that are wider than their place and cannot be scrolled to. */
export const cutOff = (place: Locator) =>
  place.evaluate((host) => {
    const frame = host.getBoundingClientRect();
    return [...(host.shadowRoot ?? host).querySelectorAll('*')]
      .filter((each) => {
        const { left, right, width } = each.getBoundingClientRect();
        const isOutside = left < frame.left - 1 || right > frame.right + 1;
        return isOutside && width > 1 && !each.closest('.scrollable, svg');
      })
      .map((each) => `${each.localName}.${String(each.className)}`);
  });

/** The vertical place of an element once it has kept it for ten pictures: a conversation glides while an answer comes. */
export const placeAtRest = (place: Locator): Promise<number> =>
  place.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        let [top, kept] = [Number.NaN, 0];
        const look = () => {
          const now = element.getBoundingClientRect().top;
          kept = now === top ? kept + 1 : 0;
          top = now;
          if (kept === 10) resolve(top);
          else element.ownerDocument.defaultView.requestAnimationFrame(look);
        };
        look();
      }),
  );
