import { writeFileSync } from 'node:fs';
import process from 'node:process';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Failure, FileCounts } from './results.ts';

type Errors = ReadonlyArray<{ readonly message: string }> | undefined;

/** Vitest's reporter of the lanes: counts the tests of each file into the file that `DOCENT_TEST_COUNTS` names. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: Errors): void {
    const path = process.env['DOCENT_TEST_COUNTS'];
    if (path === undefined) return;
    const outside = (unhandled ?? []).map(({ message }) => ({ test: 'outside of tests', error: message }));
    const counts = [
      ...modules.map((module) => countsOf(module)),
      ...(outside.length > 0
        ? [{ file: 'no file', passed: 0, failed: outside, skipped: [], retried: [] }]
        : []),
    ];
    writeFileSync(path, JSON.stringify(counts));
  }
}

function countsOf(module: TestModule): FileCounts {
  const tests = [...module.children.allTests()];
  const inState = (...states: readonly string[]) =>
    tests.filter((test) => states.includes(test.result().state));
  return {
    file: module.relativeModuleId,
    passed: inState('passed').length,
    failed: [...inState('failed').map(failureOf), ...brokenParts(module)],
    // Tests that did not start because their setup failed are not verified either.
    skipped: inState('skipped', 'pending').map(({ fullName }) => fullName),
    retried: inState('passed')
      .filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
      .map(failureOf),
  };
}

const failureOf = (test: TestCase): Failure => ({
  test: test.fullName,
  error: firstOf(test.result().errors),
});

/** A file that could not be loaded, and suites whose setup or teardown failed. */
const brokenParts = (module: TestModule): Failure[] =>
  [
    { test: 'the file as a whole', errors: module.errors() },
    ...Array.from(module.children.allSuites(), (suite) => ({
      test: suite.fullName,
      errors: suite.errors(),
    })),
  ]
    .filter(({ errors }) => errors.length > 0)
    .map(({ test, errors }) => ({ test, error: firstOf(errors) }));

const firstOf = (errors: Errors): string => errors?.[0]?.message ?? 'no message';
