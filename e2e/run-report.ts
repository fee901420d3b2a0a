import { join, relative } from 'node:path'
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { countFlaky, judgeFlaky, readCounts, writeCounts } from '../scripts/flaky-tests.mjs'
import { idsIn, printTimes } from '../scripts/test-times.mjs'

const ROOT = join(import.meta.dirname, '..')
/** Of this checkout; where every run has a new one, of what it is told to keep. */
const REGISTER = process.env.FLAKY_REGISTER ?? join(ROOT, 'node_modules', '.cache', 'copydesk', 'flaky.json')

const fileOf = (test: TestCase) => relative(ROOT, test.location.file)
const nameOf = (test: TestCase) => `${fileOf(test)} › ${test.title}`
const secondsOf = (test: TestCase) => test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000

/** What a run ends with: what its files cost, and which tests needed their second try. */
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
    const flaky = ran.filter((test) => test.outcome() === 'flaky').map(nameOf)
    const counts = countFlaky(readCounts(REGISTER), { ran: ran.map(nameOf), flaky })
    writeCounts(REGISTER, counts)
    const { lines, isTooMuch } = judgeFlaky(counts, flaky)
    process.stdout.write(lines.map((line) => `${line}\n`).join(''))
    return { status: isTooMuch && status === 'passed' ? 'failed' : status } as const
  }
}

export default RunReport
