import type { OffboardingPlan } from '#shared/features/people/offboarding/contract.ts'
import { notFound } from '../../../errors.ts'
import type { Caller } from '../../../security/actor.ts'
import type { Sought } from '../user-access/parts.ts'
import type { OffboardingParts } from './parts.ts'
import { readPlan } from './plan-reader.ts'
import { findUser, findWholeRun, listRuns, readHeldWork } from './queries.ts'
import { OFFBOARDING_REPORT } from './run-files.ts'
import { countRuns, listRunSystems } from './store.ts'
import { handOverLater } from './verbs/hand-over-later.ts'
import { type NewOffboarding, repeatRun, startRun } from './verbs/start-run.ts'

export type OffboardingService = ReturnType<typeof createOffboardingService>
export type WholeRun = Awaited<ReturnType<OffboardingService['readRun']>>

/** Offboarding of a person from every system: preview, current runs and reports. */
export function createOffboardingService(parts: OffboardingParts) {
  async function readRun(id: number) {
    const found = await findWholeRun(parts.db, id)
    if (!found) throw notFound('Run')
    const [systems, steps] = await Promise.all([
      listRunSystems(parts.db, id),
      parts.userAccess.listStepsOfRun(id),
    ])
    return { ...found, systems, steps }
  }
  return {
    readPlan: (actor: Caller, sought: Sought): Promise<OffboardingPlan> => readPlan(parts, actor, sought),
    startRun: async (actor: Caller, asked: NewOffboarding) => readRun(await startRun(parts, actor, asked)),
    async repeatRun(actor: Caller, id: number) {
      await repeatRun(parts, actor, id)
      return readRun(id)
    },
    readRun,
    async readOwned(id: number) {
      if (!(await findUser(parts.db, id))) throw notFound('User')
      return readHeldWork(parts.db, id, parts.claims)
    },
    async handOverLater(actor: Caller, who: { personId: number; heirId: number }) {
      await handOverLater(parts, actor, who)
      return readHeldWork(parts.db, who.personId, parts.claims)
    },
    async listRuns() {
      const [rows, total] = await Promise.all([listRuns(parts.db), countRuns(parts.db)])
      return { rows, total }
    },
    async startExport(actor: Caller, id: number) {
      await readRun(id)
      return parts.exports.startExport(actor, OFFBOARDING_REPORT, { runId: id })
    },
  }
}
