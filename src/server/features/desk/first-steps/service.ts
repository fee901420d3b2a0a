import { firstStepsEndpoints } from '#shared/features/desk/first-steps/contract.ts'
import {
  FIRST_STEPS,
  FIRST_SYSTEMS,
  type FirstStep,
  isStepSettled,
  type StepState,
} from '#shared/features/desk/first-steps/rules.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { fullNameOf } from '../../../db/sql/full-name.ts'
import type { PortCheck } from '../../../integrations/health.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { BUILT_IN } from '../../../settings/settings-group.ts'
import type { OutsideService, SystemService } from '../../ground/area.ts'
import { type AdoptedPosts, joinKeywords, refusalOf } from '../../posts/area.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'

export interface FirstStepsDeps {
  db: Db
  clock: () => Date
  portChecks: readonly PortCheck[]
  /** Whether the posts of a site, by its code, are in our own database. */
  hasBuiltInPosts: (code: string) => boolean
  adopted: Pick<AdoptedPosts, 'listFocusKeywords'>
  outside: Pick<OutsideService, 'listStates'>
  system: Pick<SystemService, 'isSample'>
}

type Facts = Awaited<ReturnType<typeof readFacts>>

/** The site whose posts matter now: the one being read, or the first that was not read yet. */
function postsOf(
  { hasBuiltInPosts }: Pick<FirstStepsDeps, 'hasBuiltInPosts'>,
  sites: Awaited<ReturnType<typeof queries.listSitesAtWork>>,
  runs: Awaited<ReturnType<typeof queries.listNewestRuns>>,
) {
  const runOf = ({ id }: { id: number }) => runs.find(({ siteId }) => siteId === id) ?? null
  const site =
    sites.find((each) => runOf(each)?.endedAt === null) ??
    sites.find((each) => runOf(each) === null) ??
    sites.at(0) ??
    null
  const run = site && runOf(site)
  const refusal = site && run === null ? refusalOf({ hasBuiltInPosts }, site) : null
  return { site, run, reason: run?.reason ?? refusal }
}

/** State of each system; nothing for one that was not checked yet. */
async function readSystems({ outside, portChecks }: FirstStepsDeps) {
  const states = await outside.listStates()
  return FIRST_SYSTEMS.map((system) => {
    const state = states.find(({ port }) => port === system)
    const settings = portChecks.find(({ port }) => port === system)?.settings ?? ''
    const { adapter = null, ok = true, detail = '' } = state ?? {}
    return { system, settings, adapter, ok, detail }
  })
}

async function readFacts(deps: FirstStepsDeps) {
  const { db, system, adopted } = deps
  const [choices, isSample, sites, runs, keywords, people, followed, systems] = await Promise.all([
    store.findChoices(db),
    system.isSample(),
    queries.listSitesAtWork(db),
    queries.listNewestRuns(db),
    queries.countKeywords(db),
    queries.countPeople(db),
    queries.countFollowed(db),
    readSystems(deps),
  ])
  const posts = { ...postsOf(deps, sites, runs), followed }
  const asked = keywords === 0 ? posts.site : null
  const found = asked === null ? 0 : joinKeywords(await adopted.listFocusKeywords(db, asked.id)).size
  return { choices, isSample, sites, posts, keywords: { count: keywords, found }, people, systems }
}

/** State of each step from the facts, regardless of users' decisions. */
const STATES: Readonly<Record<FirstStep, (facts: Facts) => StepState>> = {
  site: ({ sites }) => (sites.length > 0 ? 'done' : 'open'),
  posts({ posts: { site, run, followed } }) {
    if (site === null) return 'blocked'
    if (run && run.endedAt === null) return 'running'
    if (run?.state === 'stopped') return 'failed'
    return followed > 0 || run?.state === 'finished' ? 'done' : 'open'
  },
  keywords: ({ keywords }) => (keywords.count > 0 ? 'done' : 'open'),
  people: ({ people }) => (people > 1 ? 'done' : 'open'),
  systems: ({ systems }) =>
    systems.some(({ adapter, ok }) => ok && adapter !== null && adapter !== BUILT_IN) ? 'done' : 'open',
}

async function read(deps: FirstStepsDeps) {
  const facts = await readFacts(deps)
  const { skipped, isHidden } = facts.choices
  const steps = FIRST_STEPS.map((step) => {
    const state = STATES[step](facts)
    const by = skipped[step]
    // A skipped step that was done later counts as done.
    const isSkipped = by !== undefined && state !== 'done' && state !== 'running'
    return { step, state: isSkipped ? ('skipped' as const) : state, skipped: isSkipped ? by : null }
  })
  return {
    ...facts,
    steps,
    isDone: steps.every(({ state }) => isStepSettled(state)),
    isHidden: isHidden || facts.isSample,
  }
}
export type ReadSteps = Awaited<ReturnType<typeof read>>

/** Setup of a new workspace: which steps are done, running or skipped. */
export function createFirstStepsService(deps: FirstStepsDeps) {
  const { db, clock } = deps
  return {
    read: () => read(deps),
    async hide(actor: Caller, isHidden: boolean) {
      requires(actor, firstStepsEndpoints.hide.access)
      await transaction(db, async (tx) => {
        await store.changeChoices(tx, (choices) => ({ ...choices, isHidden }))
        await audit(tx, actor, isHidden ? 'steps.hidden' : 'steps.shown')
      })
      return read(deps)
    },
    async skip(actor: Caller, step: FirstStep, isSkipped: boolean) {
      requires(actor, firstStepsEndpoints.skip.access)
      const by = { userId: actor.id, name: fullNameOf(actor), at: clock().toISOString() }
      await transaction(db, async (tx) => {
        await store.changeChoices(tx, ({ skipped: { [step]: _, ...others }, ...choices }) => ({
          ...choices,
          skipped: isSkipped ? { ...others, [step]: by } : others,
        }))
        await audit(tx, actor, isSkipped ? 'steps.skipped' : 'steps.resumed', { label: step })
      })
      return read(deps)
    },
  }
}
export type FirstStepsService = ReturnType<typeof createFirstStepsService>
