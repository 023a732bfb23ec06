/** Rules of docs/spec.md that no test carries in its title yet. A rule leaves the list with its first test. */
// prettier-ignore
export const untestedRules: readonly string[] = [
  'WIRE2', 'WIRE5', 
  'CIT4', 'CIT5', 'CIT6', 'CIT7',
  'SSE6', 'SSE8', 'SSE17',
  'CFG12', 
  'AUTH6',
  'DEP3',
  'VER2', 'VER4',
];
