import { join, relative } from 'node:path'
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { idsIn, judgeCosts, printTimes } from '../scripts/test-times.mjs'

/** What a test may take: so many seconds, or so many times as much as the others on average. */
const MOST = { seconds: 30, times: 6 }
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
    const late = judgeCosts(
      ran
        .filter((test) => !test.tags.includes(SLOW))
        .map((test) => ({ name: `${fileOf(test)} › ${test.title}`, seconds: secondsOf(test) })),
      MOST,
      'by the clock',
      `tag it ${SLOW}`,
    )
    for (const fault of late) process.stderr.write(`${fault}\n`)
    return { status: late.length > 0 && status === 'passed' ? 'failed' : status } as const
  }
}

export default RunReport
