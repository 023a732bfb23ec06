/** A statement as the regression sees it. */
export interface Row {
  readonly label: 0 | 1;
  readonly inputs: readonly number[];
  readonly weight: number;
}

/** Weights in the order of the inputs. */
export interface Line {
  readonly bias: number;
  readonly weights: readonly number[];
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

const steps = 800;
const momentum = 0.9;
/** Strength of the pull of the weights of standardized inputs towards zero. */
const ridge = 0.01;

/**
 * Logistic regression by gradient descent on standardized inputs; the same rows give the same weights. A weight whose sign is
 * given never gets the other one.
 */
export function descend(rows: readonly Row[], signs: readonly (1 | -1 | 0)[]): Line {
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const count = rows[0]?.inputs.length ?? 0;
  const every = Array.from({ length: count }, (_, index) => index);
  const average = (of: (row: Row) => number) =>
    rows.reduce((sum, row) => sum + row.weight * of(row), 0) / total;
  const means = every.map((index) => average(({ inputs }) => inputs[index] ?? 0));
  const spreads = every.map(
    (index) => Math.sqrt(average(({ inputs }) => ((inputs[index] ?? 0) - (means[index] ?? 0)) ** 2)) || 1,
  );
  const standard = rows.map(({ inputs }) =>
    Float64Array.from(inputs, (value, index) => (value - (means[index] ?? 0)) / (spreads[index] ?? 1)),
  );
  const weights = new Float64Array(count);
  const speeds = new Float64Array(count);
  let [bias, speed] = [0, 0];
  for (let step = 0; step < steps; step++) {
    const gradient = weights.map((weight) => ridge * weight);
    let shift = 0;
    rows.forEach(({ label, weight }, row) => {
      const inputs = standard[row] ?? weights;
      let sum = bias;
      for (let index = 0; index < count; index++) sum += (weights[index] ?? 0) * (inputs[index] ?? 0);
      const error = ((sigmoid(sum) - label) * weight) / total;
      shift += error;
      for (let index = 0; index < count; index++)
        gradient[index] = (gradient[index] ?? 0) + error * (inputs[index] ?? 0);
    });
    speed = momentum * speed - shift;
    bias += speed;
    for (let index = 0; index < count; index++) {
      speeds[index] = momentum * (speeds[index] ?? 0) - (gradient[index] ?? 0);
      const next = (weights[index] ?? 0) + (speeds[index] ?? 0);
      const isWrong = next * (signs[index] ?? 0) < 0;
      weights[index] = isWrong ? 0 : next;
      if (isWrong) speeds[index] = 0;
    }
  }
  const own = every.map((index) => (weights[index] ?? 0) / (spreads[index] ?? 1));
  return { bias: own.reduce((sum, weight, index) => sum - weight * (means[index] ?? 0), bias), weights: own };
}
