// npm test: installs what is missing, then proves everything, in the order in which it fails fastest.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { DAYS, drawDay, drawZone } from './drawn-day.mjs'
import { chanceOf, drawSeed } from './drawn-seed.mjs'
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
    ...tutorialSteps(),
  ]
  const times = []
  for (const step of steps) {
    const began = Date.now()
    const code = typeof step === 'string' ? skipStep(step) : runStep(step, { CHROMIUM_PATH: chromium })
    times.push({ title: typeof step === 'string' ? step : step[0], seconds: (Date.now() - began) / 1000 })
    if (code !== 0) return code
  }
  console.log('\nWhat it took:')
  for (const { title, seconds } of times) console.log(`${seconds.toFixed(1).padStart(8)} s  ${title}`)
  return 0
})

/** Those of the server's tests that ask the database once more, on another PostgreSQL; a line for the reader where there is none. */
function systemPostgresStep() {
  if (!findSystemPostgres()) {
    return "server tests on Debian's PostgreSQL: skipped, because no server of version 15 or newer is in /usr/lib/postgresql. To run them too: apt-get install postgresql"
  }
  // Which of them these are, the configuration says.
  const args = [tool('vitest/vitest.mjs'), 'run', '--project', 'server*']
  return ["server tests on Debian's PostgreSQL", findPinnedNode(), args, { TEST_POSTGRES: 'system' }]
}

/**
 * What shows days once more, as on another day than today's and in other zones, the organisation's and the reader's: in
 * continuous integration, where the sources draw them.
 */
function drawnDaySteps() {
  if (!process.env.CI) return []
  const seed = drawSeed(root)
  const { kind, day, daysAhead } = drawDay(new Date(), chanceOf(seed, 'day'))
  const [organisation, reader] = ['organisation', 'reader'].map((whose) => drawZone(chanceOf(seed, whose)))
  const own = { CLOCK_DAYS_AHEAD: String(daysAhead), ORG_TZ: organisation, TEST_TZ: reader }
  const again = Object.entries(own).map(([name, value]) => `${name}=${value}`)
  const title = `browser tests that show days, as on ${day}, ${kind} (${again.join(' ')})`
  const args = [tool('@playwright/test/cli.js'), 'test', '--grep', DAYS]
  return [[title, findPinnedNode(), args, own]]
}

/** Whether a feature that is made as ARCHITECTURE.md says works: in continuous integration. */
function tutorialSteps() {
  if (!process.env.CI) return []
  return [['the tutorial', findPinnedNode(), [script('check-tutorial.mjs')]]]
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
