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
    /^(?:(?:color-?)?(?:scheme|theme|mode)[-_]?)?(dark|night|slate|light|day)(?:[-_]?(?:theme|mode|scheme))?$/.exec(
      word,
    );
  if (!found) return undefined;
  return found[1] === 'light' || found[1] === 'day' ? 'light' : 'dark';
}

/** Perceived lightness from 0 to 1 of a painted colour; `undefined` for mostly transparent ones. */
function lightnessOf(color: string): number | undefined {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (/^rgba?\(([^)]+)\)$/.exec(color)?.[1] ?? '0,0,0,0')
    .split(/[\s,/]+/)
    .map(Number);
  return alpha > 0.5 ? (0.299 * red + 0.587 * green + 0.114 * blue) / 255 : undefined;
}

/** A colour of any space as `rgba(…)`: the browser paints a pixel with it. */
function painted(color: string): string {
  if (color.startsWith('rgb')) return color;
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return '';
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
}

const colorIn = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)/g;

/** The background of an element as `rgb(…)`: its colour, else the mean of its gradient; empty when it is transparent. */
function backgroundOf(element: Element): string {
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  const stops = backgroundImage.includes('gradient(') ? (backgroundImage.match(colorIn) ?? []) : [];
  const lights = stops.map((color) => lightnessOf(painted(color))).filter((light) => light !== undefined);
  if (lights.length > 0) {
    const mean = Math.round((lights.reduce((sum, light) => sum + light, 0) / lights.length) * 255);
    return `rgb(${mean}, ${mean}, ${mean})`;
  }
  const color = painted(backgroundColor);
  return lightnessOf(color) === undefined ? '' : color;
}

/**
 * What lies in the middle of the page and is as large as the page itself, from the top down. Behind a modal window it cannot be met;
 * then it is what it was before.
 */
function coversAfter(before: readonly Element[]): readonly Element[] {
  const met = document.elementsFromPoint(innerWidth / 2, innerHeight / 2).filter(isCover);
  return met.length > 1 ? met : before.filter(isCover);
}

function isCover(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return (
    width >= innerWidth * 0.9 &&
    height >= Math.max(innerHeight, document.documentElement.scrollHeight) * 0.9 &&
    getComputedStyle(element).position !== 'fixed'
  );
}

/** Attributes in which themes name themselves. */
const themeAttribute =
  /^(?:class|theme|data-(?:mode|color-mode|theme|bs-theme|color-scheme|md-color-scheme))$/;

/** Reports the theme of the page now and at each change; returns a function that stops it. */
function watchPageTheme(tell: (theme: Theme) => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let covers: readonly Element[] = [];
  const look = () => {
    covers = coversAfter(covers);
    tell(themeOfPage(lookOfPage(covers, system.matches)));
  };
  const observer = new MutationObserver(look);
  // Any attribute may be the one by which a page changes its colours, and so may a style sheet.
  for (const element of [document.documentElement, document.body, ...document.body.children])
    if (!element.shadowRoot) observer.observe(element, { attributes: true });
  observer.observe(document.head, { attributes: true, childList: true, subtree: true });
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

function lookOfPage(covers: readonly Element[], prefersDark: boolean): PageLook {
  const elements = [document.documentElement, document.body];
  const words = elements.flatMap((element) =>
    [...element.attributes].flatMap(({ name, value }) =>
      themeAttribute.test(name) ? value.split(/\s+/) : [],
    ),
  );
  const backgrounds = [...covers, document.body, document.documentElement].map(backgroundOf);
  return {
    words: words.map((word) => word.toLowerCase()),
    background: backgrounds.find((color) => color !== '') ?? '',
    colorScheme: getComputedStyle(document.documentElement).colorScheme,
    prefersDark,
  };
}
