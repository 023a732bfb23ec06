export type Theme = 'light' | 'dark';

/** A fixed theme, or the one to follow: the page's (`auto`) or the system's. */
export type ThemeChoice = Theme | 'auto' | 'system';

/** Reports the chosen theme now and at each change; returns a function that stops it. */
export function followTheme(choice: ThemeChoice, tell: (theme: Theme) => void): () => void {
  if (choice === 'auto') return watchPageTheme(tell);
  if (choice === 'system') return watchSystemTheme(tell);
  tell(choice);
  return () => undefined;
}

function watchSystemTheme(tell: (theme: Theme) => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const look = () => tell(system.matches ? 'dark' : 'light');
  system.addEventListener('change', look);
  look();
  return () => system.removeEventListener('change', look);
}

/** Indications of a page's theme. `words` are class names and theme attributes in lower case. */
export interface PageLook {
  readonly words: readonly string[];
  /** Computed background colour of the page; transparent ones are ignored. */
  readonly background: string;
  /** Computed `color-scheme` of the root element. */
  readonly colorScheme: string;
  /** The preference of the visitor's system. */
  readonly prefersDark: boolean;
}

/** The theme of a page: by its class names, otherwise its background, otherwise its `color-scheme`. */
export function themeOfPage({ words, background, colorScheme, prefersDark }: PageLook): Theme {
  const named = words.map(themeNamed).find((theme) => theme !== undefined);
  if (named) return named;
  const lightness = lightnessOf(background);
  if (lightness !== undefined) return lightness < 0.4 ? 'dark' : 'light';
  const schemes = colorScheme.split(/\s+/);
  if (!schemes.includes('dark')) return 'light';
  return !schemes.includes('light') || prefersDark ? 'dark' : 'light';
}

/** `dark`, `theme-dark`, `dark-mode`, `color-scheme-dark` and the like, and the same for light. */
function themeNamed(word: string): Theme | undefined {
  const found =
    /^(?:(?:color-?)?(?:scheme|theme|mode)[-_]?)?(dark|night|light|day)(?:[-_]?(?:theme|mode|scheme))?$/.exec(
      word,
    );
  if (!found) return undefined;
  return found[1] === 'dark' || found[1] === 'night' ? 'dark' : 'light';
}

/** Perceived lightness from 0 to 1 of `rgb(…)`/`rgba(…)`; `undefined` for mostly transparent or other colours. */
function lightnessOf(color: string): number | undefined {
  const [red, green, blue, alpha = 1] = (/^rgba?\(([^)]+)\)$/.exec(color)?.[1] ?? '')
    .split(/[\s,/]+/)
    .map(Number);
  if (red === undefined || green === undefined || blue === undefined || !(alpha > 0.5)) return undefined;
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

const themeAttributes = [
  'class',
  'data-theme',
  'data-color-scheme',
  'data-color-mode',
  'data-bs-theme',
  'theme',
  'style',
];

/** Reports the theme of the page now and at each change; returns a function that stops it. */
function watchPageTheme(tell: (theme: Theme) => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const look = () => tell(themeOfPage(lookOfPage(system.matches)));
  const observer = new MutationObserver(look);
  for (const element of [document.documentElement, document.body]) {
    observer.observe(element, { attributes: true, attributeFilter: themeAttributes });
  }
  system.addEventListener('change', look);
  // Colours may be animated; their final value counts.
  document.body.addEventListener('transitionend', look);
  look();
  return () => {
    observer.disconnect();
    system.removeEventListener('change', look);
    document.body.removeEventListener('transitionend', look);
  };
}

function lookOfPage(prefersDark: boolean): PageLook {
  const elements = [document.documentElement, document.body];
  const words = elements.flatMap((element) =>
    themeAttributes
      .filter((name) => name !== 'style')
      .flatMap((name) => (element.getAttribute(name) ?? '').split(/\s+/)),
  );
  const backgrounds = elements.map((element) => getComputedStyle(element).backgroundColor);
  return {
    words: words.map((word) => word.toLowerCase()),
    background: backgrounds.findLast((color) => lightnessOf(color) !== undefined) ?? '',
    colorScheme: getComputedStyle(document.documentElement).colorScheme,
    prefersDark,
  };
}
