import type { AccessStep } from '#shared/features/user-access/contract.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { STEP_LABELS } from './messages.ts'

/** What was found and done, each with who did it and when. */
export function StepsCard({ steps }: { steps: readonly AccessStep[] }) {
  return (
    <ol>
      {steps.map(({ access_step_id: id, operationName, step, detail, account, by, at }) => (
        <li key={id}>
          <span>
            <b>{operationName}</b>
            {account !== null && ` (${account})`} {STEP_LABELS[step]}
            {detail && <span className="quiet"> · {detail}</span>}
          </span>
          <span className="meta">
            <Moment moment={at} />, {by}
          </span>
        </li>
      ))}
    </ol>
  )
}
