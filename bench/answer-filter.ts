import { createAnswerFilter } from '../server/features/chat/filter/answer-filter.ts';
import { createFigures, measured } from './fixtures/figures.ts';

const lengths = [50_000, 100_000, 200_000];
/** Beginnings of links that never end: what a filter has to look at again and again when it is written badly. */
const pieces = ['[a](', '[', '](', '!['];

/** What the answer filter takes for hostile texts in one token: linear in their length, or a visitor can stop the service. */
export async function run(): Promise<void> {
  const figures = createFigures('answer-filter');
  for (const piece of pieces) {
    const times: number[] = [];
    for (const length of lengths) {
      const text = piece.repeat(length / piece.length);
      filtered(text);
      const { cpuMs } = await measured(() => filtered(text));
      times.push(cpuMs);
      const goal = text === '[a]('.repeat(50_000) ? ({ atMost: 50 } as const) : undefined;
      figures.note(`${length} characters of ${piece}`, cpuMs, 'CPU ms', goal);
    }
    const [, half = 0, whole = 0] = times;
    figures.note(`${piece}, twice the length`, whole / half, '× CPU', { atMost: 2.6 });
  }
  await figures.keep();
}

function filtered(text: string): string {
  const filter = createAnswerFilter({ support: () => undefined, allowsLink: () => false });
  return filter.push(text) + filter.end();
}

if (import.meta.main) await run();
