import { createAnswerFilter } from '../server/features/chat/filter/answer-filter.ts';
import { attacks, createAttackedService } from '../test/fixtures/attacks/attack.ts';
import { createFigures, measured } from './fixtures/figures.ts';

type Note = ReturnType<typeof createFigures>['note'];

/**
 * Number of successful attacks by kind, with a model that obeys every one of them and with the built-in model. Also the
 * time of the answer filter for hostile text.
 */
export async function run(): Promise<void> {
  const figures = createFigures('attacks');
  for (const model of ['obedient', 'builtin'] as const) await attackAll(model, figures.note);
  for (const piece of pieces) await filterLong(piece, figures.note);
  for (const piece of runs) {
    const text = piece.repeat(runLength / piece.length);
    const { cpuMs } = await measured(() => filtered(text.split('')));
    figures.note(`filter: ${runLength} characters of ${piece}, one at a time`, cpuMs, 'CPU ms');
  }
  await figures.keep();
}

async function attackAll(model: 'obedient' | 'builtin', note: Note): Promise<void> {
  await using service = await createAttackedService(model);
  const through = new Map<string, number>();
  for (const attack of attacks) {
    const { through: leaks } = await service.run(attack);
    through.set(attack.kind, (through.get(attack.kind) ?? 0) + (leaks.length === 0 ? 0 : 1));
  }
  for (const [kind, count] of through) note(`${model}: ${kind} got through`, count, 'attacks', { atMost: 0 });
  note(`${model}: attacks tried`, attacks.length, 'attacks');
}

const lengths = [50_000, 100_000, 200_000];
/** Beginnings of unclosed links, which a naive filter would scan repeatedly. */
const pieces = ['[a](', '[', '](', '!['];

/** What a model that is caught in a loop writes, a character a token. */
const runs = ['[', '[a](', '![', '`', '*', '|', '#', '<'];
const runLength = 100_000;

/** Time per token of such a text; must be linear in its length, or a visitor could block the service. */
async function filterLong(piece: string, note: Note): Promise<void> {
  const times: number[] = [];
  for (const length of lengths) {
    const text = piece.repeat(length / piece.length);
    // Minimum of several runs, since other processes only add time.
    const tries: number[] = [];
    for (let tried = 0; tried < 5; tried++) tries.push((await measured(() => filtered([text]))).cpuMs);
    const cpuMs = Math.min(...tries);
    times.push(cpuMs);
    const goal = text === '[a]('.repeat(50_000) ? ({ atMost: 50 } as const) : undefined;
    note(`filter: ${length} characters of ${piece}`, cpuMs, 'CPU ms', goal);
  }
  const [, half = 0, whole = 0] = times;
  note(`filter: ${piece}, twice the length`, whole / half, '× CPU', { atMost: 2.6 });
}

function filtered(tokens: readonly string[]): string {
  const filter = createAnswerFilter({ support: () => undefined, allowsLink: () => false });
  return tokens.map((token) => filter.push(token)).join('') + filter.end();
}

if (import.meta.main) await run();
