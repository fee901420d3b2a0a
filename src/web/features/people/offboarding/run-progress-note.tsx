import type { OffboardingRun } from '#shared/features/people/offboarding/contract.ts'
import { STATE_WORDS } from '#shared/features/people/offboarding/rules.ts'
import { STATE_TONES, statesWords } from './messages.ts'

/** The progress of a run: a segment for each system, with the same as text. */
export function RunProgressNote({ run: { systems, states } }: { run: OffboardingRun }) {
  return (
    <>
      <div className="offboarding-bar mb-6 row align-stretch gap-2" aria-hidden="true">
        {systems.map(({ operation, operation_name: operationName, state }) => (
          <span
            key={operation}
            className={state === 'waiting' ? 'waiting' : STATE_TONES[state]}
            title={`${operationName}: ${STATE_WORDS[state]}`}
          />
        ))}
      </div>
      <p className="meta" role="status">
        {statesWords(states)}
      </p>
    </>
  )
}
