// Which of all places that could be broken are broken in this run. Stryker's own plugin and the script share this module.
import { createHash } from 'node:crypto'

/** What a run costs beside the tests themselves: their file is read and its server set up. */
const SET_UP_MS = 2_500

const chosen = { limits: undefined, seen: 0, taken: 0 }

const placeOf = ({ mutant }, seed) =>
  createHash('sha1')
    .update(`${seed} ${mutant.fileName} ${JSON.stringify(mutant.location)} ${mutant.replacement}`)
    .digest('hex')

/** As many of these plans as were asked for and as the time allows, in an order that the seed decides. */
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

/** From now on Stryker breaks at most so many places; what it had and what it took is read from the answer. */
export function limitRun(limits) {
  Object.assign(chosen, { limits, seen: 0, taken: 0 })
  return chosen
}

/**
 * What a module or a file's set-up reaches is broken from the start, and any test may notice it. Stryker names files
 * here, where its runner looks for tests by their names and finds none, and breaks it only once a test begins.
 */
export function nameTests(plans) {
  const every = [...new Set(plans.flatMap(({ mutant }) => mutant.coveredBy ?? []))]
  for (const { mutant, runOptions } of plans)
    if (mutant.static && runOptions && every.length > 0)
      Object.assign(runOptions, { testFilter: every, mutantActivation: 'static' })
}

class Sample {
  /** Stryker runs what this list holds when the event returns. */
  onMutationTestingPlanReady({ mutantPlans }) {
    if (!chosen.limits) return
    nameTests(mutantPlans)
    const plans = sampleOf(mutantPlans, chosen.limits)
    Object.assign(chosen, { seen: mutantPlans.length, taken: plans.length })
    mutantPlans.splice(0, mutantPlans.length, ...plans)
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'sample', injectableClass: Sample }]
