/** Order of two versions by semver.org: negative where the first is older. `0` is older than all. */
export function compareVersions(first: string, second: string): number {
  const [a, b] = [partsOf(first), partsOf(second)];
  for (const at of [0, 1, 2]) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  // A version comes after its own candidates.
  if (a.candidate.length === 0 || b.candidate.length === 0) return b.candidate.length - a.candidate.length;
  for (const [at, part] of a.candidate.entries()) {
    const other = b.candidate[at];
    if (other === undefined) return 1;
    const difference = compareParts(part, other);
    if (difference !== 0) return difference;
  }
  return a.candidate.length - b.candidate.length;
}

/** Numbers before words, numbers by value. */
function compareParts(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOtherNumber) return Number(a) - Number(b);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function partsOf(version: string) {
  const [core = '', ...rest] = (version.split('+', 1)[0] ?? '').split('-');
  const candidate = rest.join('-');
  return {
    numbers: core.split('.').map(Number),
    candidate: candidate === '' ? [] : candidate.split('.'),
  };
}
