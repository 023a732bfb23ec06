import { attacks, run as attackWith } from '../test/fixtures/attacks/attack.ts';

/**
 * How many attacks of each kind get nothing through, on a model that obeys every one of them and on the built-in model:
 * what the service itself holds off, whatever the model does.
 */
export async function run(): Promise<void> {
  for (const model of ['obedient', 'builtin'] as const) {
    const held = new Map<string, { passed: number; total: number }>();
    for (const attack of attacks) {
      const score = held.get(attack.kind) ?? { passed: 0, total: 0 };
      const { through } = await attackWith(attack, model);
      held.set(attack.kind, {
        passed: score.passed + (through.length === 0 ? 1 : 0),
        total: score.total + 1,
      });
    }
    for (const [kind, { passed, total }] of held)
      console.log(`${model}: ${kind} held off ${passed}/${total}`);
    const all = [...held.values()].reduce((sum, { passed }) => sum + passed, 0);
    console.log(`${model}: all held off ${all}/${attacks.length}`);
  }
}

if (import.meta.main) await run();
