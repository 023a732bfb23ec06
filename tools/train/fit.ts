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
    if (step.every((one) => Math.abs(one) < SETTLED)) break;
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
  const read = choices.map(({ candidates, weight }) => ({
    weight,
    values: Float64Array.from(candidates.flatMap(({ signals }) => signals)),
    isRight: Uint8Array.from(candidates, ({ isPositive }) => (isPositive ? 1 : 0)),
  }));
  const lossOf = (weights: readonly number[]) => {
    const gradient = Float64Array.from(weights, (weight) => ridge * weight);
    let loss = (ridge * dot(weights, weights)) / 2;
    for (const { weight, values, isRight } of read) {
      const powers = new Float64Array(isRight.length);
      let most = -Infinity;
      for (let i = 0; i < powers.length; i++) {
        let score = 0;
        for (let j = 0; j < size; j++) score += (values[i * size + j] ?? 0) * at(weights, j);
        powers[i] = score;
        most = Math.max(most, score);
      }
      let [all, right] = [0, 0];
      for (let i = 0; i < powers.length; i++) {
        const power = Math.exp((powers[i] ?? 0) - most);
        powers[i] = power;
        all += power;
        if (isRight[i]) right += power;
      }
      loss += weight * (Math.log(all) - Math.log(right));
      for (let i = 0; i < powers.length; i++) {
        const power = powers[i] ?? 0;
        const share = weight * (power / all - (isRight[i] ? power / right : 0));
        for (let j = 0; j < size; j++) gradient[j] = (gradient[j] ?? 0) + share * (values[i * size + j] ?? 0);
      }
    }
    return { loss, gradient };
  };
  let weights: readonly number[] = Array.from({ length: size }, () => 1);
  let now = lossOf(weights);
  let step = 1;
  for (let round = 0; round < DESCENTS && step > LEAST_STEP; round++) {
    const next = weights.map((weight, i) => weight - step * (now.gradient[i] ?? 0));
    const there = lossOf(next);
    if (there.loss < now.loss) {
      [weights, now] = [next, there];
      step *= 1.5;
    } else step /= 2;
  }
  return weights;
}

const ROUNDS = 30;
/** A step that changes no digit that is written. */
const SETTLED = 1e-9;
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
