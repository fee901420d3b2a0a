import type { OffboardingPlan } from '#shared/features/people/offboarding/contract.ts'
import { notFound } from '../../../errors.ts'
import type { Caller } from '../../../security/actor.ts'
import type { AccountQuery } from '../user-access/deps.ts'
import type { OffboardingDeps } from './deps.ts'
import { readPlan } from './plan-reader.ts'
import { findUser, findWholeRun, listRuns, readHeldWork } from './queries.ts'
import { OFFBOARDING_REPORT } from './run-files.ts'
import { countRuns, listRunSystems } from './store.ts'
import { handOverLater } from './verbs/hand-over-later.ts'
import { type NewOffboarding, repeatRun, startRun } from './verbs/start-run.ts'

export type OffboardingService = ReturnType<typeof createOffboardingService>
export type WholeRun = Awaited<ReturnType<OffboardingService['readRun']>>

/** Offboarding of a person from every system: preview, current runs and reports. */
export function createOffboardingService(deps: OffboardingDeps) {
  async function readRun(id: number) {
    const found = await findWholeRun(deps.db, id)
    if (!found) throw notFound('Run')
    const [systems, steps] = await Promise.all([
      listRunSystems(deps.db, id),
      deps.userAccess.listStepsOfRun(id),
    ])
    return { ...found, systems, steps }
  }
  return {
    readPlan: (actor: Caller, sought: AccountQuery): Promise<OffboardingPlan> =>
      readPlan(deps, actor, sought),
    startRun: async (actor: Caller, asked: NewOffboarding) => readRun(await startRun(deps, actor, asked)),
    async repeatRun(actor: Caller, id: number) {
      await repeatRun(deps, actor, id)
      return readRun(id)
    },
    readRun,
    async readOwned(id: number) {
      if (!(await findUser(deps.db, id))) throw notFound('User')
      return readHeldWork(deps.db, id, deps.claims)
    },
    async handOverLater(actor: Caller, who: { personId: number; heirId: number }) {
      await handOverLater(deps, actor, who)
      return readHeldWork(deps.db, who.personId, deps.claims)
    },
    async listRuns() {
      const [rows, total] = await Promise.all([listRuns(deps.db), countRuns(deps.db)])
      return { rows, total }
    },
    async startExport(actor: Caller, id: number) {
      await readRun(id)
      return deps.exports.startExport(actor, OFFBOARDING_REPORT, { runId: id })
    },
  }
}
