/** The medium text size of most browsers, in CSS pixels. */
const usualTextSize = 16;
/** A larger or smaller text size than these shares of the usual one is not followed: nothing would fit, or be read. */
const scale = { least: 0.8, most: 2 };

/** Gives our lengths the share of the text size that the visitor chose in the browser; a page's own sizes do not count. */
export function followTextSize(host: HTMLElement, shell: HTMLElement): void {
  const probe = document.createElement('span');
  probe.style.setProperty('font-size', 'medium', 'important');
  // Nothing has a size before it is on the page, as the block of a mind map is not.
  (shell.isConnected ? shell : document.documentElement).append(probe);
  const share = Number.parseFloat(getComputedStyle(probe).fontSize) / usualTextSize;
  probe.remove();
  if (share > 0)
    host.style.setProperty('--docent-px', `${Math.min(scale.most, Math.max(scale.least, share))}px`);
}

/** The visitor's text size as a share of the usual one, where `element` stands. */
export const textScaleAt = (element: Element): number =>
  Number.parseFloat(getComputedStyle(element).getPropertyValue('--docent-px')) || 1;
