import type { PlannedSystem } from '#shared/features/people/offboarding/contract.ts'
import { LastUseNote } from '#web/features/people/user-access/last-use-note.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { PLAN_LOOKS } from './messages.ts'

interface PlanListProps {
  systems: readonly PlannedSystem[]
  /** Why the run may not start; shown once and not at each system. */
  refusal: string | null
}

/** The planned steps of a run, system by system, in order. */
export function PlanList({ systems, refusal }: PlanListProps) {
  return (
    <ul className="offboarding-plan" aria-label="Systems">
      {systems.map((system) => {
        const { operation, operation_name: operationName, account, plan, detail } = system
        const { label, tone } = PLAN_LOOKS[plan]
        return (
          <li key={operation}>
            <span className="offboarding-system">
              <b className="medium">{operationName}</b>
              <span className={plan === 'refused' && detail !== refusal ? 'meta access-error' : 'meta'}>
                {[account, detail === refusal ? null : detail].filter((words) => words !== null).join(' · ')}
              </span>
              <LastUseNote use={system} />
            </span>
            <StatusBadge label={label} tone={tone} {...(plan === 'nothing' ? { mark: 'hollow' } : {})} />
          </li>
        )
      })}
    </ul>
  )
}
