import { launcherIcon } from './launcher-icons.ts';
import { iconElement } from '../../appearance/icon-element.ts';
import type { ShellSettings } from '../shell-settings.ts';
import type { ShellTexts } from '../../texts/shell-texts.ts';

/** Default distance from the edges, in CSS pixels. */
const roomy = { x: 20, y: 24 };

/** The floating button that opens the chat, in the administrator's corner, size, shape and label. */
export function createLauncher(settings: ShellSettings, text: Pick<ShellTexts, 'title'>): HTMLButtonElement {
  const button = document.createElement('button');
  const { x, y } =
    settings.triggerAlign === 'manual' ? { x: settings.triggerOffsetX, y: settings.triggerOffsetY } : roomy;
  button.type = 'button';
  button.className = 'launcher';
  button.part = 'launcher';
  button.dataset.side = settings.position.includes('left') ? 'left' : 'right';
  button.dataset.shape = settings.triggerShape;
  button.setAttribute('aria-haspopup', 'dialog');
  // The accessible name contains the visible label, for speech control.
  button.setAttribute(
    'aria-label',
    settings.triggerLabel ? `${settings.triggerLabel}: ${text.title}` : text.title,
  );
  button.title = text.title;
  button.dataset.usualY = String(y);
  button.style.setProperty('--docent-x', `${x}px`);
  button.style.setProperty('--docent-y', `${y}px`);
  button.style.setProperty('--docent-size', `calc(${settings.triggerSize} * var(--docent-px))`);
  button.append(
    settings.triggerLabel ? labelOf(settings.triggerLabel) : iconElement(launcherIcon(settings.icon)),
  );
  return button;
}

function labelOf(label: string): HTMLElement {
  const element = document.createElement('span');
  element.textContent = label;
  element.dataset.length = String(Array.from(label).length);
  return element;
}
