import type { OffboardingRun, RunSummary, RunSystem } from '#shared/features/people/offboarding/contract.ts'
import { presentStep } from '../user-access/present.ts'
import type { FoundRun } from './queries.ts'
import type { WholeRun } from './service.ts'
import type { SystemRow } from './store.ts'

const moment = (at: Date | null): string | null => at?.toISOString() ?? null

export const presentSummary = ({ run, by, states, openAgain }: FoundRun): RunSummary => ({
  run_id: run.id,
  email: run.email,
  name: run.name,
  by,
  began_at: run.beganAt.toISOString(),
  ended_at: moment(run.endedAt),
  states,
  open_again: run.secondLookedAt === null ? null : openAgain,
})

const presentSystem = (system: SystemRow): RunSystem => ({
  operation: system.operation,
  operation_name: system.operationName,
  account: system.account,
  state: system.state,
  detail: system.detail,
  last_used_at: moment(system.lastUsedAt),
  ended_at: moment(system.endedAt),
  later: system.laterState === null ? null : { state: system.laterState, detail: system.laterDetail ?? '' },
})

export const presentRun = ({ systems, steps, ...found }: WholeRun): OffboardingRun => ({
  ...presentSummary(found),
  github: found.run.github,
  manager: found.run.manager,
  systems: systems.map(presentSystem),
  handed_over: found.run.handedOver,
  second_look_at: moment(found.run.secondLookAt),
  second_looked_at: moment(found.run.secondLookedAt),
  steps: steps.map(presentStep),
})
