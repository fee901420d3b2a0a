// Which of all places that could be broken are broken in this run. Stryker's own plugin and the script share this module.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isMadeOnce, loadersOf } from './mutation-scope.mjs'

/** Overhead per run: loading the test file and setting up its server. */
const SET_UP_MS = 2_500

const chosen = { limits: undefined, seen: 0, taken: 0 }

const placeOf = ({ mutant }, seed) =>
  createHash('sha1')
    .update(
      `${seed} ${path.relative(process.cwd(), mutant.fileName)} ${JSON.stringify(mutant.location)} ${mutant.replacement}`,
    )
    .digest('hex')

/** The requested number of plans that fit into the time, in an order determined by the seed. */
export function sampleOf(plans, { sample, seed, minutes }) {
  const order = new Map(plans.map((plan) => [plan, placeOf(plan, seed)]))
  const drawn = plans
    .toSorted((one, other) => (order.get(one) < order.get(other) ? -1 : 1))
    .slice(0, sample ?? plans.length)
  let left = minutes === undefined ? Number.POSITIVE_INFINITY : minutes * 60_000
  return drawn.filter((plan) => {
    const isReached = plan.runOptions && plan.runOptions.testFilter?.length !== 0
    if (isReached) left -= plan.netTime + SET_UP_MS
    return left >= 0
  })
}

/**
 * Limits the number of mutations that Stryker makes from now on. The returned object reports how many existed
 * and how many were made.
 */
export function limitRun(limits) {
  Object.assign(chosen, { limits, seen: 0, taken: 0 })
  return chosen
}

/**
 * Code that runs once per module runs in the first test of the process that loads it, so every test that uses the module
 * judges it. Undefined for code that each test runs itself.
 */
function judgesOfModule({ fileName, location }, tests) {
  if (!isMadeOnce(readFileSync(fileName, 'utf8'), location)) return undefined
  const fileOf = (id) => id.split('#')[0]
  const file = path.relative(process.cwd(), fileName).replaceAll('\\', '/')
  const loaders = new Set(loadersOf(file, [...new Set(tests.map(fileOf))]))
  return tests.filter((id) => loaders.has(fileOf(id)))
}

/**
 * Mutates module-level code from the start, and judges it by the tests that the runner reports as reaching
 * it. Stryker names files here, where its runner looks for tests by name and finds none, and would activate
 * the mutation only once a test begins.
 */
export function nameTests(plans, times = new Map(), judgesOf = judgesOfModule) {
  for (const plan of plans) {
    const { mutant, runOptions } = plan
    if (!runOptions) continue
    const judges = judgesOf(mutant, [...times.keys()]) ?? (mutant.static ? mutant.coveredBy : undefined)
    if (!judges || judges.length === 0) continue
    // In the order of the seed: a run that is ended has broken what it drew first.
    Object.assign(runOptions, { testFilter: judges, mutantActivation: 'static', reloadEnvironment: false })
    plan.netTime = judges.reduce((sum, id) => sum + (times.get(id) ?? 0), 0)
  }
}

class Sample {
  times = new Map()

  onDryRunCompleted({ result }) {
    this.times = new Map(result.tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]))
  }

  /** Stryker runs what this list holds when the event returns. */
  onMutationTestingPlanReady({ mutantPlans }) {
    if (!chosen.limits) return
    nameTests(mutantPlans, this.times)
    const plans = sampleOf(mutantPlans, chosen.limits)
    Object.assign(chosen, { seen: mutantPlans.length, taken: plans.length })
    mutantPlans.splice(0, mutantPlans.length, ...plans)
  }

  /** Prints each place at once, so that an interrupted run has reported something. */
  onMutantTested({ status, fileName, location: { start }, replacement = '' }) {
    const place = `${path.relative(process.cwd(), fileName)}:${start.line}`
    if (chosen.taken < chosen.seen)
      console.log(`${status.padEnd(10)}  ${place}  →  ${replacement.replace(/\s+/g, ' ').slice(0, 70)}`)
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'sample', injectableClass: Sample }]
