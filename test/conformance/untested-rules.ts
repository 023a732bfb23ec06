/** Rules of docs/spec.md that no test carries in its title yet. A rule leaves the list with its first test. */
// prettier-ignore
export const untestedRules: readonly string[] = [
];
