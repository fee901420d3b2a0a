import { join, relative } from 'node:path'
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { slowness } from '../scripts/machine-speed.mjs'
import { idsIn, printTimes } from '../scripts/test-times.mjs'

/** Seconds a test may take on the reference machine. */
const LIMIT = 10
/** Two servers and two browsers share the machine, so the limit is multiplied by this. */
const SHARED = 3
/** The tag of tests that may take longer: they wait for a poll, kill servers or try dozens of texts. */
const SLOW = '@slow'

const ROOT = join(import.meta.dirname, '..')
const fileOf = (test: TestCase) => relative(ROOT, test.location.file)
const secondsOf = (test: TestCase) => test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000

/** The summary of a run: the time of each file, and the tests that take too long. */
class RunReport implements Reporter {
  private tests: TestCase[] = []

  onBegin(_config: FullConfig, suite: Suite) {
    this.tests = suite.allTests()
  }

  async onEnd({ status }: FullResult) {
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
    const allowed = LIMIT * SHARED * slowness()
    const late = ran.filter((test) => secondsOf(test) > allowed && !test.tags.includes(SLOW))
    for (const test of late)
      process.stderr.write(
        `${fileOf(test)} › ${test.title}: ${secondsOf(test).toFixed(1)} s, at most ${LIMIT} s wanted and ${allowed.toFixed(1)} s allowed. Make it faster, split it, or tag it ${SLOW}.\n`,
      )
    return { status: late.length > 0 && status === 'passed' ? 'failed' : status } as const
  }
}

export default RunReport
