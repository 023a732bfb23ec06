import type { HtmlReader } from '../../../markup/html-events.ts';
import { texFormula } from '../../../markup/tex-formula.ts';

/**
 * Reads the inside of a `math` element; `done` is given its source in TeX where it has one, since its signs alone do not
 * show a power or a fraction, else its signs.
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
