import type { AccessStep } from '#shared/features/people/user-access/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { foldedLooks, foundWords, type Look as LookOf, STEP_LABELS } from './messages.ts'

function Where({ step: { operation_name: operationName, detail, account } }: { step: AccessStep }) {
  return (
    <>
      <b>{operationName}</b>
      {account !== null && ` (${account})`}
      {detail && <span className="quiet"> · {detail}</span>}
    </>
  )
}

function Look({ look: { steps, before } }: { look: LookOf }) {
  const [first] = steps
  if (first === undefined) return null
  const oldest = before.at(-1)
  const { operation_name: operationName, account, step, detail, at, by } = first
  return (
    <li>
      {steps.length === 1 ? (
        <span>
          <b>{operationName}</b>
          {account !== null && ` (${account})`} {STEP_LABELS[step]}
          {detail && <span className="quiet"> · {detail}</span>}
        </span>
      ) : (
        <>
          <span>{foundWords(steps)}</span>
          <ul>
            {steps.map((each) => (
              <li key={each.access_step_id}>
                <Where step={each} />
              </li>
            ))}
          </ul>
        </>
      )}
      <span className="meta">
        <Moment moment={at} />, {by}
        {oldest !== undefined && (
          <>
            ; the same {before.length === 1 ? 'once' : countedIn(before.length, 'time')} before, first{' '}
            <Moment moment={oldest} />
          </>
        )}
      </span>
    </li>
  )
}

/** Findings and changes, each with its user and time. */
export function StepsCard({ steps, most }: { steps: readonly AccessStep[]; most?: number | undefined }) {
  return (
    <ol>
      {foldedLooks(steps)
        .slice(0, most)
        .map((look) => (
          <Look key={look.steps[0]?.access_step_id} look={look} />
        ))}
    </ol>
  )
}
