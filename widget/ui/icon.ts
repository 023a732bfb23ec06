import { svg } from 'lit';
import { icons, type IconName } from '../appearance/icons.ts';

/** An icon inside a template, hidden from screen readers: whatever holds it carries the words. */
export const icon = (name: IconName, className = '') =>
  svg`<svg class="icon ${className}" viewBox="0 0 24 24" aria-hidden="true"><path d=${icons[name]} /></svg>`;
