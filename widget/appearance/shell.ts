import { accentOf } from './accent.ts';
import shellCss from './shell.css?inline';
import { directionOf, pageLanguage } from '../texts/language.ts';
import { followTextSize } from './text-size.ts';
import { followTheme, type ThemeChoice } from './theme.ts';

/** The root of the widget's elements: isolated from the page's inherited styles, with our colours and sizes. */
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

/** Sets the colours of a shell and updates them with the theme; returns a function that stops it. */
export function applyTheme(shell: HTMLElement, { theme: choice, color }: Look): () => void {
  const host = hostOf(shell);
  if (host) {
    resistHiding(host);
    followTextSize(host, shell);
    // Screen readers and fonts take the page's language otherwise, which may be another one.
    const language = pageLanguage(host);
    shell.lang = language;
    // In other languages the layout is that of the page.
    shell.dir = directionOf(language) === 'rtl' ? 'rtl' : '';
  }
  return followTheme(choice, (theme) => {
    const { fill, ink, text } = accentOf(color, theme);
    shell.dataset.theme = theme;
    shell.style.setProperty('--docent-fill', fill);
    shell.style.setProperty('--docent-ink', ink);
    shell.style.setProperty('--docent-accent', text);
  });
}

/** Some themes hide unknown elements; only an important inline style overrides them. */
function resistHiding(host: HTMLElement): void {
  if (!host.hasAttribute('inline')) host.style.setProperty('display', 'contents', 'important');
}

function hostOf(shell: HTMLElement): HTMLElement | undefined {
  const root = shell.getRootNode();
  return root instanceof ShadowRoot && root.host instanceof HTMLElement ? root.host : undefined;
}
