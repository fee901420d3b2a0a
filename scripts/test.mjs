// npm test: installs missing dependencies, then runs the checks, those that fail fastest first.
// npm run test:rest: everything that takes longer. npm run test:full: both.
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './installation.mjs'
import { childrenSeconds, slowness } from './machine-speed.mjs'
import { DAYS, otherDay, pairOf } from './other-day.mjs'
import { Problem, runScript } from './problem.mjs'
import { findSystemPostgres } from './system-postgres.mjs'
import { playwright, runAll, script, unitTests, vitest } from './test-commands.mjs'

/** The tag of browser tests that `npm test` runs: journeys, and proofs of a requirement that nothing else there has. */
const FIRST = '@first'
/** Processor seconds that `npm test` may take on the reference machine: two cores for ten minutes. */
const BUDGET = 1200
/** The machine's speed is measured between the steps. Under a run, cores that share caches and memory are slower. */
const NOISE = 2.5

/**
 * A step is a title and the commands that run side by side in it, or a line about why it is left out.
 * @typedef {{ title: string, commands: [command: string, args: string[]][], env?: Record<string, string> }} Step
 * @type {Record<string, () => (Step | string)[]>}
 */
const TIERS = {
  first: () => [
    { title: 'static checks', commands: [['npm', ['run', '--silent', 'check']]] },
    { title: 'unit, HTTP and web tests', commands: unitTests(), env: { TEST_TIER: 'first' } },
    { title: 'web build', commands: [script('build.mjs')] },
    { title: 'browser tests', commands: [playwright('--grep', FIRST)] },
  ],
  rest: () => [
    { title: 'slow tests', commands: [vitest()], env: { TEST_TIER: 'rest' } },
    systemPostgresStep(),
    { title: 'web build', commands: [script('build.mjs')] },
    { title: 'other browser tests', commands: [playwright('--grep-invert', FIRST)] },
    otherDayStep(),
    { title: 'the tutorial', commands: [script('check-tutorial.mjs')] },
  ],
}

await runScript(async () => {
  const [asked = 'first', ...others] = process.argv.slice(2)
  const tiers = asked === 'full' ? ['first', 'rest'] : [asked]
  if (others.length > 0 || !tiers.every((tier) => tier in TIERS))
    throw new Problem(
      'npm test takes no arguments. For one file: npx vitest run FILE, or npx playwright test FILE.',
    )
  await ensureInstalled('develop')
  const chromium = ensureChromium()
  for (const tier of tiers) {
    const code = await runTier(tier, { CHROMIUM_PATH: chromium })
    if (code !== 0) return code
  }
  return 0
})

async function runTier(tier, env) {
  const times = []
  const before = childrenSeconds()
  let slower = slowness()
  for (const step of TIERS[tier]()) {
    const began = Date.now()
    const code = typeof step === 'string' ? skipStep(step) : await runStep(step, env)
    times.push({ title: typeof step === 'string' ? step : step.title, seconds: (Date.now() - began) / 1000 })
    if (code !== 0) return code
    slower = Math.max(slower, slowness())
  }
  const processor = childrenSeconds() - before
  console.log('\nWhat it took:')
  for (const { title, seconds } of times) console.log(`${seconds.toFixed(1).padStart(8)} s  ${title}`)
  const seconds = times.reduce((sum, time) => sum + time.seconds, 0)
  console.log(`${seconds.toFixed(1).padStart(8)} s  in all, with ${processor.toFixed(0)} s of processor time`)
  if (tier !== 'first') return 0
  const allowed = BUDGET * slower * NOISE
  if (processor <= allowed) return 0
  console.error(
    `npm test took ${processor.toFixed(0)} s of processor time, ${BUDGET} s wanted and ${allowed.toFixed(0)} s allowed. The tables above show what costs most: make it faster, or move it to test:rest.`,
  )
  return 1
}

/** Repeats the server tests with database queries on another PostgreSQL; prints a line if there is none. */
function systemPostgresStep() {
  if (!findSystemPostgres()) {
    return "server tests on Debian's PostgreSQL: skipped, because no server of version 15 or newer is in /usr/lib/postgresql. To run them too: apt-get install postgresql"
  }
  // Which of them these are, the configuration says.
  return {
    title: "server tests on Debian's PostgreSQL",
    commands: [vitest('--project', 'server*')],
    env: { TEST_POSTGRES: 'system' },
  }
}

/**
 * Repeats the browser tests that show dates on another day and in other time zones. The date selects them, so
 * that all pairs of day and zone are covered in turn.
 */
function otherDayStep() {
  const now = new Date()
  const { kind, day, daysAhead, organisation, reader } = otherDay(now, pairOf(now))
  const env = { CLOCK_DAYS_AHEAD: String(daysAhead), ORG_TZ: organisation, TEST_TZ: reader }
  const again = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const title = `browser tests that show dates, as on ${day}, ${kind} (${again.join(' ')})`
  return { title, commands: [playwright('--grep', DAYS)], env }
}

/** At a desk a step may be left out; continuous integration must prove all of them. */
function skipStep(line) {
  console.log(`\n── ${line}`)
  return process.env.CI ? 1 : 0
}

/** @param {Step} step */
async function runStep({ title, commands, env: own }, common) {
  const env = { ...process.env, ...common, ...own }
  const began = Date.now()
  console.log(`\n── ${title}`)
  const code = await runAll(commands, env)
  console.log(
    `── ${title}: ${code === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(1)} s`,
  )
  return code
}
