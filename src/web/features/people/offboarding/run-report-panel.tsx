import type { OffboardingRun } from '#shared/features/people/offboarding/contract.ts'
import { StepsCard } from '#web/features/people/user-access/steps-card.tsx'
import { Moment } from '#web/ui/cells/moment.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { HeldWorkList } from './held-work-list.tsx'
import { answerWords, handedWords, isLeft, MESSAGES } from './messages.ts'
import { RunProgressNote } from './run-progress-note.tsx'
import { RunSystemsTable } from './run-systems-table.tsx'
import { SharedWorkList } from './shared-work-list.tsx'

function Facts({ run }: { run: OffboardingRun }) {
  const { email, github, manager, by, began_at: beganAt, ended_at: endedAt } = run
  const { second_look_at: lookAt, second_looked_at: lookedAt } = run
  return (
    <dl className="offboarding-facts">
      <dt>Account email</dt>
      <dd>{email}</dd>
      <dt>Code-hosting account</dt>
      <dd>{github ?? '–'}</dd>
      <dt>Manager email</dt>
      <dd>{manager ?? '–'}</dd>
      <dt>Started by</dt>
      <dd>
        {by}, <Moment moment={beganAt} />
      </dd>
      <dt>Ended</dt>
      <dd>{endedAt === null ? '–' : <Moment moment={endedAt} />}</dd>
      <dt>Check a day later</dt>
      <dd>
        {lookedAt !== null ? (
          <Moment moment={lookedAt} />
        ) : lookAt === null ? (
          '–'
        ) : (
          <>
            due <Moment moment={lookAt} />
          </>
        )}
      </dd>
    </dl>
  )
}

function HandedOverPart({ run: { handed_over: handedOver } }: { run: OffboardingRun }) {
  if (handedOver === null) return null
  const words = handedWords(handedOver)
  const title = isLeft(handedOver) ? 'Not handed over' : 'Handed over'
  return (
    <section className="sheet offboarding-panel" aria-label={title}>
      <h2>{title}</h2>
      {handedOver.faults.map((fault) => (
        <Alert key={fault} kind="warn" title={fault} />
      ))}
      {(words.length > 0 || handedOver.faults.length === 0) && (
        <p className="meta">{words.length === 0 ? 'They had no open work.' : words.join('; ')}</p>
      )}
      <HeldWorkList label="Articles" articles={handedOver.articles} />
      <HeldWorkList label="Reviews" articles={handedOver.claims} />
      <SharedWorkList work={handedOver} />
    </section>
  )
}

/** The checks and changes of a run; left out if it ended before the first. */
function EvidencePart({ run: { steps, ended_at: endedAt } }: { run: OffboardingRun }) {
  if (steps.length === 0 && endedAt !== null) return null
  return (
    <section className="sheet access-evidence" aria-label="Evidence">
      <h2>Evidence</h2>
      {steps.length === 0 ? <p className="meta">{MESSAGES.noEvidenceYet}</p> : <StepsCard steps={steps} />}
    </section>
  )
}

/** The full report of a run on one page, for reading, printing and archiving. */
export function RunReportPanel({ run }: { run: OffboardingRun }) {
  return (
    <div className="offboarding-report stack gap-16">
      <div className="sheet offboarding-panel">
        <p className="answer-figure">{answerWords(run.states, run.ended_at === null)}</p>
        <RunProgressNote run={run} />
        <Facts run={run} />
      </div>
      <RunSystemsTable systems={run.systems} />
      <HandedOverPart run={run} />
      <EvidencePart run={run} />
    </div>
  )
}
