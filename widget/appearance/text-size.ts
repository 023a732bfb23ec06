/** The medium text size of most browsers, in CSS pixels. */
const usualTextSize = 16;
/** Limits of the scale; beyond them the layout breaks or is unreadable. */
const scale = { least: 0.8, most: 2 };

/** Scales our lengths by the text size set in the browser, not by the page's own sizes. */
export function followTextSize(host: HTMLElement, shell: HTMLElement): void {
  const probe = document.createElement('span');
  probe.style.setProperty('font-size', 'medium', 'important');
  // Elements have no size until they are attached, such as the block of a mind map.
  (shell.isConnected ? shell : document.documentElement).append(probe);
  const share = Number.parseFloat(getComputedStyle(probe).fontSize) / usualTextSize;
  probe.remove();
  if (share > 0)
    host.style.setProperty('--docent-px', `${Math.min(scale.most, Math.max(scale.least, share))}px`);
}

/** The visitor's text size relative to the usual one, at `element`. */
export const textScaleAt = (element: Element): number =>
  Number.parseFloat(getComputedStyle(element).getPropertyValue('--docent-px')) || 1;
