// npm run test:orders -- 20: runs the unit, HTTP and web tests that often, with files and tests shuffled, and says which
// tests failed in which order. npm run test:orders -- 10 browser: the browser tests, on a new build; only their
// files are shuffled.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './installation.mjs'
import { Problem, runScript } from './problem.mjs'
import { playwright, runAll, script, unitTests } from './test-commands.mjs'

const SEEDS = 2 ** 31
/** A run that is red for another reason than a failed test, such as a file that costs too much. */
const RED = 'no test, but the run itself: see above'

await runScript(async () => {
  const [times = '1', kind = 'units', given = ''] = process.argv.slice(2)
  const count = Number(times)
  const shuffle = { units: shuffleUnits, browser: shuffleBrowser }[kind]
  if (!Number.isInteger(count) || count < 1 || !shuffle || !/^\d{0,10}$/.test(given))
    throw new Problem(
      'Say how often, and if need be what and in which order: npm run test:orders -- 20, npm run test:orders -- 10 browser, npm run test:orders -- 1 browser 4711.',
    )
  await ensureInstalled('develop')
  if (kind === 'browser' && (await runAll([script('build.mjs')], process.env)) !== 0) return 1
  const failures = []
  for (let turn = 1; turn <= count; turn++) {
    const seed = given || String(Math.floor(Math.random() * SEEDS))
    console.log(`\n── order ${turn} of ${count}. Again: npm run test:orders -- 1 ${kind} ${seed}`)
    failures.push(...(await shuffle(seed)).map((test) => `${seed}: ${test}`))
  }
  console.log(failures.length === 0 ? `\nAll ${count} orders passed.` : '\nWhat failed, by order:')
  for (const failure of failures) console.log(failure)
  return failures.length === 0 ? 0 : 1
})

/** Resolves to the tests that failed. */
async function shuffleUnits(seed) {
  const folder = mkdtempSync(path.join(tmpdir(), 'copydesk-orders-'))
  const files = unitTests().map((_, lane) => path.join(folder, `${lane}.json`))
  const commands = unitTests().map(([command, args], lane) => [
    command,
    [...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${files[lane]}`],
  ])
  const code = await runAll(commands, { ...process.env, TEST_ORDER: seed })
  const failed = readReports(files, ({ testResults }) =>
    testResults.flatMap(({ name, status, assertionResults }) => {
      const tests = assertionResults.filter((test) => test.status === 'failed')
      if (status === 'failed' && tests.length === 0) return [name]
      return tests.map(({ fullName }) => `${name} › ${fullName}`)
    }),
  )
  rmSync(folder, { recursive: true })
  return code !== 0 && failed.length === 0 ? [RED] : failed
}

async function shuffleBrowser(seed) {
  const folder = mkdtempSync(path.join(tmpdir(), 'copydesk-orders-'))
  const file = path.join(folder, 'report.json')
  const own = { CHROMIUM_PATH: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const command = playwright('--shuffle', seed, '--reporter=line,json')
  const code = await runAll([command], { ...process.env, ...own, TEST_ORDER: seed })
  const failed = readReports([file], ({ suites }) => suites.flatMap(failedIn))
  rmSync(folder, { recursive: true })
  return code !== 0 && failed.length === 0 ? [RED] : failed
}

function failedIn({ specs = [], suites = [] }) {
  return [
    ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `e2e/${file} › ${title}`),
    ...suites.flatMap(failedIn),
  ]
}

/** What `read` finds in the reports of a run. A process that crashed wrote none. */
function readReports(files, read) {
  return files.flatMap((file) =>
    existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : ['a crash: see above'],
  )
}
