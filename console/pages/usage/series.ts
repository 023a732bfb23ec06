import type { UsageStats } from '../../../contract/usage/figures.ts';

export const measures = ['tokens', 'calls', 'failures', 'cost'] as const;
export type Measure = (typeof measures)[number];
export const splits = ['model', 'scenario', 'all'] as const;
export type Split = (typeof splits)[number];

type Day = UsageStats['daily'][number];
type Named = Day['byModel'];
type Figures = Named[string];

export interface Line {
  readonly name: string;
  readonly values: readonly number[];
}

/** Maximum number of distinguishable lines; the smallest series are summed up. */
const mostLines = 7;

const valueOf: Readonly<Record<Measure, (figures: Figures) => number>> = {
  tokens: ({ p, c, e }) => p + c + e,
  calls: ({ calls }) => calls,
  failures: ({ failures }) => failures,
  cost: ({ cost }) => cost ?? 0,
};

const whole = (day: Day): Named => ({
  '': {
    p: day.promptTokens,
    c: day.completionTokens,
    e: day.embeddingTokens,
    calls: day.calls,
    failures: day.failures,
    cost: day.cost,
  },
});

export interface LineOptions {
  readonly split: Split;
  readonly measure: Measure;
  /** Hidden models. */
  readonly hidden?: ReadonlySet<string>;
  /** Name of the line that sums up the small ones. */
  readonly rest?: string;
}

/** One line for each model or scenario that is not hidden, the largest first. */
export function linesOf(
  daily: readonly Day[],
  { split, measure, hidden = new Set(), rest = '' }: LineOptions,
): Line[] {
  const parts = daily.map((day) => {
    if (split === 'all') return whole(day);
    return (split === 'model' ? day.byModel : day.byScenario) ?? {};
  });
  const names = [...new Set(parts.flatMap((part) => Object.keys(part)))];
  const lines = names
    .filter((name) => split !== 'model' || !hidden.has(name))
    .map((name) => ({ name, values: parts.map((part) => amount(part[name], measure)) }))
    .toSorted((a, b) => sum(b.values) - sum(a.values));
  if (lines.length <= mostLines) return lines;
  const small = lines.slice(mostLines - 1);
  return [
    ...lines.slice(0, mostLines - 1),
    { name: rest, values: daily.map((_, day) => sum(small.map(({ values }) => values[day] ?? 0))) },
  ];
}

/** Daily totals of the series of `linesOf`, so that two periods are compared by the same models. */
export const totalsOf = (daily: readonly Day[], options: LineOptions): number[] => {
  const lines = linesOf(daily, options);
  return daily.map((_, day) => sum(lines.map(({ values }) => values[day] ?? 0)));
};

const amount = (figures: Figures | undefined, measure: Measure) => (figures ? valueOf[measure](figures) : 0);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export interface ModelRow {
  readonly model: string;
  readonly calls: number;
  readonly failures: number;
  readonly prompt: number;
  readonly completion: number;
  readonly embedding: number;
  /** Undefined when no call had a price. */
  readonly cost: number | undefined;
}

/** Usage by model in the range, the model with the most tokens first. */
export function modelRows({ daily, modelsInRange }: Pick<UsageStats, 'daily' | 'modelsInRange'>): ModelRow[] {
  const rows = modelsInRange.map((model) => {
    const of = (value: (figures: Figures) => number) =>
      sum(daily.map(({ byModel }) => (byModel[model] ? value(byModel[model]) : 0)));
    return {
      model,
      calls: of(({ calls }) => calls),
      failures: of(({ failures }) => failures),
      prompt: of(({ p }) => p),
      completion: of(({ c }) => c),
      embedding: of(({ e }) => e),
      cost: daily.some(({ byModel }) => byModel[model]?.cost !== undefined)
        ? of(({ cost }) => cost ?? 0)
        : undefined,
    };
  });
  return rows.toSorted((a, b) => tokens(b) - tokens(a));
}

export const tokens = ({ prompt, completion, embedding }: ModelRow) => prompt + completion + embedding;

/** Change against another figure in percent; undefined when there is nothing to compare with. */
export const changeOf = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : Math.round(((now - before) / before) * 100);
