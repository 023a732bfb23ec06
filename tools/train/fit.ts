/** One row of a regression: signals, whether it is positive, and its weight. */
export interface Row {
  readonly signals: readonly number[];
  readonly isPositive: boolean;
  readonly weight: number;
}

/** Weights per unit of each signal. */
export interface LogisticModel {
  readonly intercept: number;
  readonly weights: readonly number[];
}

/** The candidates of one question; those of right articles are positive. */
export interface Choice {
  readonly candidates: readonly Pick<Row, 'signals' | 'isPositive'>[];
  readonly weight: number;
}

/**
 * Logistic regression by Newton's method over standardised signals, with a ridge penalty on the weights (Hastie, Tibshirani and
 * Friedman, "The Elements of Statistical Learning", 4.4.1).
 */
export function fitLogistic(rows: readonly Row[], ridge = 1): LogisticModel {
  const size = rows[0]?.signals.length ?? 0;
  const total = rows.length;
  const mean = Array.from({ length: size }, (_, i) => sumOf(rows, ({ signals }) => at(signals, i)) / total);
  const deviation = mean.map(
    (one, i) => Math.sqrt(sumOf(rows, ({ signals }) => (at(signals, i) - one) ** 2) / total) || 1,
  );
  const scaled = rows.map(({ signals, ...row }) => ({
    ...row,
    x: [1, ...signals.map((value, i) => (value - at(mean, i)) / at(deviation, i))],
  }));
  let weights = Array.from({ length: size + 1 }, () => 0);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = weights.map((weight, i) => (i === 0 ? 0 : ridge * weight));
    const hessian = weights.map((_, i) => weights.map((_, j) => (i === j && i > 0 ? ridge : 0)));
    for (const { x, isPositive, weight } of scaled) {
      const p = 1 / (1 + Math.exp(-dot(x, weights)));
      for (const [i, value] of x.entries()) {
        gradient[i] = at(gradient, i) + weight * (p - (isPositive ? 1 : 0)) * value;
        const row = hessian[i] ?? [];
        for (const [j, other] of x.entries()) row[j] = at(row, j) + weight * p * (1 - p) * value * other;
      }
    }
    const step = solve(hessian, gradient);
    weights = weights.map((weight, i) => weight - at(step, i));
  }
  const perUnit = deviation.map((one, i) => at(weights, i + 1) / one);
  return { intercept: at(weights, 0) - dot(perUnit, mean), weights: perUnit };
}

/**
 * Conditional logit: weights under which the positive candidates of each question have most of a softmax over all of its candidates.
 * Gradient descent with a step that grows while the loss falls and halves where it does not.
 */
export function fitChoice(choices: readonly Choice[], ridge = 1e-3): readonly number[] {
  const size = choices[0]?.candidates[0]?.signals.length ?? 0;
  const lossOf = (weights: readonly number[]) => {
    const gradient = weights.map((weight) => ridge * weight);
    let loss = (ridge * dot(weights, weights)) / 2;
    for (const { candidates, weight } of choices) {
      const scores = candidates.map(({ signals }) => dot(signals, weights));
      const most = Math.max(...scores);
      const powers = scores.map((score) => Math.exp(score - most));
      const all = powers.reduce((sum, power) => sum + power, 0);
      const right = powers.reduce((sum, power, i) => sum + (candidates[i]?.isPositive ? power : 0), 0);
      loss += weight * (Math.log(all) - Math.log(right));
      for (const [i, { signals, isPositive }] of candidates.entries()) {
        const share = at(powers, i) / all - (isPositive ? at(powers, i) / right : 0);
        for (const [j, value] of signals.entries()) gradient[j] = at(gradient, j) + weight * share * value;
      }
    }
    return { loss, gradient };
  };
  let weights: readonly number[] = Array.from({ length: size }, () => 1);
  let now = lossOf(weights);
  let step = 1;
  for (let round = 0; round < DESCENTS && step > LEAST_STEP; round++) {
    const next = weights.map((weight, i) => weight - step * at(now.gradient, i));
    const there = lossOf(next);
    if (there.loss < now.loss) {
      [weights, now] = [next, there];
      step *= 1.5;
    } else step /= 2;
  }
  return weights;
}

const ROUNDS = 30;
const DESCENTS = 400;
const LEAST_STEP = 1e-9;

/** Solves a small system of linear equations by elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, at(right, i)]);
  for (let column = 0; column < rows.length; column++) {
    const pivot = rows
      .slice(column)
      .reduce(
        (best, row, i) =>
          Math.abs(at(row, column)) > Math.abs(at(rows[best] ?? [], column)) ? column + i : best,
        column,
      );
    [rows[column], rows[pivot]] = [rows[pivot] ?? [], rows[column] ?? []];
    const own = rows[column] ?? [];
    for (const [i, row] of rows.entries()) {
      if (i === column) continue;
      const factor = at(row, column) / at(own, column);
      for (let j = column; j < row.length; j++) row[j] = at(row, j) - factor * at(own, j);
    }
  }
  return rows.map((row, i) => at(row, rows.length) / at(row, i));
}

const at = (values: readonly number[], i: number): number => values[i] ?? 0;
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * at(b, i), 0);
const sumOf = <T>(rows: readonly T[], valueOf: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + valueOf(row), 0);
