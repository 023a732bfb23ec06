import type { CuratedAnswer } from '../../../contract/curated-answers/entry-fields.ts';

type Exported = Pick<
  CuratedAnswer,
  | 'id'
  | 'questions'
  | 'answer'
  | 'sources'
  | 'language'
  | 'from'
  | 'until'
  | 'pages'
  | 'enabled'
  | 'hits'
  | 'lastHitAt'
>;

/** Columns of the file. Lists have one line of the cell for each item; a source is its address, a blank and its title. */
export const columns: readonly (readonly [name: string, read: (answer: Exported) => string | number])[] = [
  ['id', ({ id }) => id],
  ['questions', ({ questions }) => questions.join('\n')],
  ['answer', ({ answer }) => answer],
  ['sources', ({ sources }) => sources.map(({ url, title }) => `${url} ${title}`).join('\n')],
  ['language', ({ language }) => language],
  ['from', ({ from }) => from],
  ['until', ({ until }) => until],
  ['pages', ({ pages }) => pages.join('\n')],
  ['enabled', ({ enabled }) => String(enabled)],
  ['hits', ({ hits }) => hits],
  ['lastHitAt', ({ lastHitAt }) => lastHitAt],
];

/** Fields as they are sent to the service, from the cells of a record by the names of their columns. */
export const sentFields = (cell: (name: string) => string | undefined) => ({
  questions: linesOf(cell('questions')),
  answer: cell('answer') ?? '',
  sources: linesOf(cell('sources')).map((line) => {
    const url = line.split(/\s/, 1)[0] ?? '';
    return { url, title: line.slice(url.length).trim() || url };
  }),
  language: cell('language') ?? '',
  from: cell('from') ?? '',
  until: cell('until') ?? '',
  pages: linesOf(cell('pages')),
  enabled: switchOf(cell('enabled')),
});

const linesOf = (cell = ''): string[] =>
  cell
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Spreadsheets write TRUE and FALSE; anything else is refused by the contract. */
function switchOf(cell = ''): unknown {
  const word = cell.trim().toLowerCase();
  return word === '' ? undefined : word === 'true' ? true : word === 'false' ? false : word;
}
