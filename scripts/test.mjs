// npm test: installs what is missing, then proves everything, in the order in which it fails fastest.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { DAY_SPECS, drawDay } from './drawn-day.mjs'
import { ensureInstalled, findPinnedNode, root } from './installation.mjs'
import { runScript } from './problem.mjs'
import { findSystemPostgres } from './system-postgres.mjs'

const tool = (file) => path.join(root, 'node_modules', file)
const script = (file) => path.join(root, 'scripts', file)

await runScript(async () => {
  await ensureInstalled('develop')
  const chromium = ensureChromium()
  const steps = [
    ['static checks', 'npm', ['run', '--silent', 'check']],
    ['unit, HTTP and web tests', findPinnedNode(), [tool('vitest/vitest.mjs'), 'run']],
    systemPostgresStep(),
    ['web build', findPinnedNode(), [script('build.mjs')]],
    ['browser tests', findPinnedNode(), [tool('@playwright/test/cli.js'), 'test']],
    ...drawnDaySteps(),
  ]
  for (const step of steps) {
    const code = typeof step === 'string' ? skipStep(step) : runStep(step, { CHROMIUM_PATH: chromium })
    if (code !== 0) return code
  }
  return 0
})

/** The server's tests once more, on another build of PostgreSQL; a line for the reader where there is none. */
function systemPostgresStep() {
  if (!findSystemPostgres()) {
    return "server tests on Debian's PostgreSQL: skipped, because no server of version 15 or newer is in /usr/lib/postgresql. To run them too: apt-get install postgresql"
  }
  // What asks no database, or starts the embedded one itself whatever the others run on, is proven once.
  const once = [
    'src/server/db/embedded-postgres.test.ts',
    'src/server/integrations/**',
    'scripts/**',
    'src/shared/**',
  ]
  const args = [tool('vitest/vitest.mjs'), 'run', '--project', 'server']
  for (const pattern of once) args.push('--exclude', pattern)
  return ["server tests on Debian's PostgreSQL", findPinnedNode(), args, { TEST_POSTGRES: 'system' }]
}

/** What shows days once more, as on another day than today's: in continuous integration, where each run draws one. */
function drawnDaySteps() {
  if (!process.env.CI) return []
  const { kind, day, daysAhead } = drawDay(new Date(), Math.random())
  const title = `browser tests that show days, as on ${day}, ${kind} (CLOCK_DAYS_AHEAD=${daysAhead})`
  const args = [tool('@playwright/test/cli.js'), 'test', ...DAY_SPECS]
  return [[title, findPinnedNode(), args, { CLOCK_DAYS_AHEAD: String(daysAhead) }]]
}

/** At a desk a step may be left out; continuous integration must prove all of them. */
function skipStep(line) {
  console.log(`\n── ${line}`)
  return process.env.CI ? 1 : 0
}

function runStep([title, command, args, own], common) {
  const env = { ...process.env, ...common, ...own }
  const began = Date.now()
  console.log(`\n── ${title}`)
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env })
  if (error) console.error(error.message)
  const code = status ?? 1
  console.log(
    `── ${title}: ${code === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(1)} s`,
  )
  return code
}
