import type { HtmlReader } from '../../../markup/html-events.ts';
import { texFormula } from '../../../markup/tex-formula.ts';

/**
 * Reads the inside of a `math` element; `done` gets its TeX source if present, since its symbols alone do not show
 * powers or fractions, otherwise its symbols.
 */
export const createFormulaReader = (done: (formula: string) => void): HtmlReader => {
  const signs: string[] = [];
  const source: string[] = [];
  let isSource = false;
  const finish = () => done(texFormula(source.join('')) || signs.join('').replace(/\s+/g, ' ').trim());
  return {
    open(name) {
      if (name === 'annotation') isSource = true;
    },
    close(name) {
      if (name === 'annotation') isSource = false;
      else if (name === 'math') finish();
    },
    text: (text) => void (isSource ? source : signs).push(text),
    finish,
  };
};
