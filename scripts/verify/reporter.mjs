import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Writes what came of a suite for scripts/verify/suites.mjs, with the tests that were tried again and the seconds of
 * each file.
 */
export default class VerifyReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${module.relativeModuleId}: ${test.fullName}`,
        state: test.result().state,
        again: (test.diagnostic()?.retryCount ?? 0) > 0,
      })),
    )
    const named = (/** @type {(test: typeof tests[number]) => boolean} */ which) =>
      tests.filter(which).map(({ name }) => name)
    const files = modules.map((module) => ({
      name: module.relativeModuleId,
      seconds: Math.round(module.diagnostic().duration / 100) / 10,
    }))
    // A hook or an import that fails leaves its tests skipped: the error itself is named.
    const broken = modules.flatMap((module) => [
      ...module.errors().map((error) => `${module.relativeModuleId}: ${error.message}`),
      ...[...module.children.allSuites()].flatMap((suite) =>
        suite
          .errors()
          .map((error) => `${module.relativeModuleId}: ${suite.fullName}: ${error.message}`),
      ),
    ])
    const report = {
      passed: named(({ state }) => state === 'passed').length,
      failed: [...named(({ state }) => state === 'failed'), ...broken],
      skipped: named(({ state }) => state === 'skipped').length,
      retried: named(({ state, again }) => state === 'passed' && again),
      files: files.sort((a, b) => b.seconds - a.seconds),
    }
    const file = process.env.KALAKAL_TEST_REPORT ?? 'test-results/report.json'
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(report, null, 1))
  }
}
