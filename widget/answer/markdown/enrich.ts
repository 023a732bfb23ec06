import type { ProseContext } from '../mark-nodes.ts';
import { whenIdle } from '../../kit/when-idle.ts';
import { bringStyles } from '../../ui/bring-styles.ts';
import enrichCss from './enrich.css?inline';
import { makeScrollable } from './prose-finish.ts';

/** Selectors of code that has a language, and of formulas. */
const coloured = '.code pre[data-language]:not([data-language=""], [data-formula])';
const drawn = '[data-formula]';

/**
 * Highlights code and renders formulas below an element, one at a time while the page is idle, with modules loaded on
 * demand. Until then, and when a module fails to load, the source text is shown.
 */
export async function enrich(element: HTMLElement, context: ProseContext): Promise<void> {
  bringStyles(element, enrichCss);
  await Promise.allSettled([colour(element), draw(element, context)]);
}

async function colour(element: HTMLElement): Promise<void> {
  const blocks = [...element.querySelectorAll<HTMLElement>(coloured)];
  if (blocks.length === 0) return;
  const { colourCode } = await import('./code-colours.ts');
  for (const block of blocks) {
    const code = block.querySelector('code');
    await whenIdle();
    if (code) colourCode(code, block.dataset.language ?? '');
  }
}

async function draw(element: HTMLElement, { text }: ProseContext): Promise<void> {
  const places = [...element.querySelectorAll<HTMLElement>(drawn)];
  if (places.length === 0) return;
  const { drawFormula } = await import('./formula.ts');
  for (const place of places) {
    await whenIdle();
    const isDisplayed = place.dataset.formula === 'displayed';
    const drawing = drawFormula(place.textContent, isDisplayed);
    if (!drawing) continue;
    const formula = document.createElement(isDisplayed ? 'div' : 'span');
    formula.className = 'formula';
    formula.append(drawing);
    (place.closest('.code') ?? place).replaceWith(formula);
    if (isDisplayed) makeScrollable(formula, text('formula'));
  }
}
