import { accentOf } from './accent.ts';
import shellCss from './shell.css?inline';
import { followTextSize } from './text-size.ts';
import { followTheme, type ThemeChoice } from './theme.ts';

/** The root of everything we show: cut off from the page's inherited styles, home of our colours and sizes. */
export function createShell(host: HTMLElement): HTMLElement {
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(shellCss);
  root.adoptedStyleSheets = [sheet];
  const shell = document.createElement('div');
  shell.className = 'shell';
  root.append(shell);
  return shell;
}

export interface Look {
  readonly theme: ThemeChoice;
  readonly color: string;
}

/** Gives a shell its colours and keeps them in step with the chosen theme; returns the way to stop. */
export function applyTheme(shell: HTMLElement, { theme: choice, color }: Look): () => void {
  const host = hostOf(shell);
  if (host) {
    resistHiding(host);
    followTextSize(host, shell);
  }
  return followTheme(choice, (theme) => {
    const { fill, ink, text } = accentOf(color, theme);
    shell.dataset.theme = theme;
    shell.style.setProperty('--docent-fill', fill);
    shell.style.setProperty('--docent-ink', ink);
    shell.style.setProperty('--docent-accent', text);
  });
}

/** Themes that hide what they do not know would hide us too; only a style of the element itself is stronger. */
function resistHiding(host: HTMLElement): void {
  if (!host.hasAttribute('inline')) host.style.setProperty('display', 'contents', 'important');
}

function hostOf(shell: HTMLElement): HTMLElement | undefined {
  const root = shell.getRootNode();
  return root instanceof ShadowRoot && root.host instanceof HTMLElement ? root.host : undefined;
}
