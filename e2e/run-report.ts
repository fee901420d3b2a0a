import { join, relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { idsIn, printTimes } from '../scripts/test-times.mjs'

const ROOT = join(import.meta.dirname, '..')
const fileOf = (test: TestCase) => relative(ROOT, test.location.file)
const secondsOf = (test: TestCase) => test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000

/** What a run ends with: what its files cost. */
class RunReport implements Reporter {
  private tests: TestCase[] = []

  onBegin(_config: FullConfig, suite: Suite) {
    this.tests = suite.allTests()
  }

  onEnd() {
    const ran = this.tests.filter(({ results }) => results.some((result) => result.status !== 'skipped'))
    const files = Map.groupBy(ran, fileOf)
    printTimes(
      [...files].map(([file, tests]) => ({
        file,
        seconds: tests.reduce((sum, test) => sum + secondsOf(test), 0),
        tests: tests.length,
        ids: idsIn(tests.map(({ title }) => title)).size,
      })),
    )
  }
}

export default RunReport
