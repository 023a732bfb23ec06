import { createCodeReader } from './html-code.ts';
import { createFormulaReader } from './html-formula.ts';
import type { HtmlReader } from '../../../markup/html-events.ts';
import { codeMarks, type Outline } from './blocks.ts';
import { blockTags } from './html-tags.ts';
import { createTextRun } from './html-text.ts';
import { createTableCells, type CellSpan } from './table-cells.ts';

/** Reads the inside of a `table` element; tables within count as the text of their cell. */
export const createTableReader = (outline: Outline, done: () => void): HtmlReader => {
  const cells = createTableCells();
  const run = createTextRun();
  let depth = 1;
  let inHead = false;
  let cell: CellSpan | undefined;
  /** Reads code or a formula in a cell. */
  let inner: HtmlReader | undefined;

  const endCell = () => {
    const text = run.take();
    if (cell) cells.add(text, cell);
    else outline.add('paragraph', text);
    cell = undefined;
  };
  const leave = () => (inner = undefined);
  const sayFormula = (formula: string) => {
    leave();
    run.text(formula);
  };
  const finish = () => {
    inner?.finish();
    endCell();
    outline.add('table', cells.text(), cells.markdown());
    done();
  };

  return {
    open(name, attributes) {
      if (inner) return inner.open(name, attributes);
      if (name === 'pre') inner = createCodeReader(attributes, outline, leave);
      else if (name === 'math') inner = createFormulaReader(sayFormula);
      else if (name === 'table') depth++;
      else if (depth === 1 && name === 'tr') {
        endCell();
        cells.row(inHead);
      } else if (depth === 1 && (name === 'td' || name === 'th')) {
        endCell();
        cell = spanOf(name, attributes);
      } else if (name === 'thead') inHead = true;
      else if (name === 'img') run.image(attributes);
      else if (name === 'code') run.text(codeMarks.open);
      if (name === 'br' || blockTags.has(name)) run.blank();
    },
    close(name) {
      if (inner) return inner.close(name);
      if (blockTags.has(name)) run.blank();
      if (name === 'code') run.text(codeMarks.close);
      if (name === 'table' && --depth === 0) finish();
      else if (depth === 1 && (name === 'td' || name === 'th' || name === 'caption')) endCell();
      else if (name === 'thead') inHead = false;
    },
    text(text) {
      if (inner) inner.text(text);
      else run.text(text);
    },
    finish,
  };
};

const spanOf = (name: string, attributes: ReadonlyMap<string, string>): CellSpan => ({
  columns: countOf(attributes.get('colspan')),
  rows: countOf(attributes.get('rowspan')),
  isHeader: name === 'th',
});

const countOf = (value: string | undefined): number => {
  const count = Number.parseInt(value ?? '', 10);
  return Number.isFinite(count) ? Math.min(Math.max(count, 1), 1000) : 1;
};
