import { useQuery } from '@tanstack/react-query'
import type { HeldWork, OffboardingPlan } from '#shared/features/people/offboarding/contract.ts'
import { neededOf, SHARED_KINDS } from '#shared/features/people/offboarding/rules.ts'
import type { AccessLookup } from '#shared/features/people/user-access/contract.ts'
import type { FoundPerson } from '#web/features/ground/users/use-user-search.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { HeirPicker } from './heir-picker.tsx'
import { HeldWorkList } from './held-work-list.tsx'
import {
  heldWords,
  MESSAGES,
  mailWords,
  noHeirWords,
  planTitle,
  refusedWords,
  sharesOf,
  startWords,
  toClose,
} from './messages.ts'
import { PlanList } from './plan-list.tsx'
import { planQuery, useStartRun } from './queries.ts'
import { SharedWorkList } from './shared-work-list.tsx'
import { useHeir } from './use-heir.ts'

const WIDTH = 640
const HEIR = 'offboarding-heir'
const STAYS = 'offboarding-stays'

interface OffboardingPlanDialogProps {
  sought: AccessLookup
  onStarted: (runId: number) => void
  onClose: () => void
}

interface PlanProps {
  plan: OffboardingPlan
  sought: AccessLookup
  heir: FoundPerson | null
  /** It is not known yet whether there is an heir. */
  isAsked: boolean
  /** Why the named manager is not the heir. */
  unfit: string | null
  onHeir: (heir: FoundPerson | null) => void
}

/** Whether there is work to hand over; reviews are only released. */
const isGiven = ({ claims, ...work }: HeldWork) => heldWords({ ...work, claims: [] }).length > 0

function heldLine(work: HeldWork): string {
  const words = heldWords(work)
  return words.length === 0 ? MESSAGES.nothingHanded : `${words.join('; ')}.`
}

function Plan({ plan, sought, heir, isAsked, unfit, onHeir }: PlanProps) {
  const { systems, work, refusal } = plan
  const isHeld = heldWords(work).length > 0
  const { goes, stays } = sharesOf(work, heir)
  const leftOut = refusedWords(systems)
  return (
    <>
      {refusal !== null && <Alert kind="bad" title={refusal} />}
      {leftOut !== null && refusal === null && <Alert kind="note" title={leftOut} />}
      <PlanList systems={systems} refusal={refusal} />
      {isHeld && (
        <div className="offboarding-handover">
          <h3>{heir === null ? MESSAGES.held : MESSAGES.handed}</h3>
          <p className="meta">{heldLine(goes)}</p>
          {isGiven(work) && refusal === null && (
            <div className="field">
              <label htmlFor={HEIR}>{MESSAGES.heir}</label>
              <HeirPicker id={HEIR} leaver={sought.email} work={work} heir={heir} onChange={onHeir} />
              <span className="meta">{MESSAGES.heirGets}</span>
              {heir === null && !isAsked && (
                <Alert kind="warn" title={noHeirWords(work)}>
                  {unfit}
                </Alert>
              )}
            </div>
          )}
          <HeldWorkList label="Open articles" articles={goes.articles} />
          <HeldWorkList label="Reviews" articles={goes.claims} />
          <SharedWorkList work={goes} />
          {SHARED_KINDS.some((kind) => stays[kind].length > 0) && (
            <section className="offboarding-stays" aria-labelledby={STAYS}>
              <h3 id={STAYS}>{MESSAGES.stays}</h3>
              <SharedWorkList work={stays} />
            </section>
          )}
        </div>
      )}
      {refusal === null && (
        <p className="meta">
          {MESSAGES.oneAfterAnother}
          {mailWords(sought.manager, plan.is_manager_locked)}
        </p>
      )}
    </>
  )
}

/** Whether the run would do anything. */
const isStartable = (plan: OffboardingPlan | null | undefined): boolean =>
  plan != null && plan.refusal === null && (toClose(plan.systems) > 0 || heldWords(plan.work).length > 0)

/** The plan of a run, to be read before starting it; the only confirmation. */
export function OffboardingPlanDialog({ sought, onStarted, onClose }: OffboardingPlanDialogProps) {
  const { data: plan, error, refetch } = useQuery(planQuery(sought))
  // If the run may not start, nothing is handed over, so no heir is searched for.
  const needed = plan?.refusal === null ? neededOf(plan.work) : null
  const { heir, setHeir, isAsked, unfit } = useHeir(sought, needed)
  const begin = useStartRun()
  const start = () =>
    begin.mutate({ sought, heirId: heir?.id ?? null }, { onSuccess: (run) => run && onStarted(run.run_id) })
  return (
    <Dialog
      open
      danger
      title={planTitle(plan?.name ?? sought.email)}
      width={WIDTH}
      submitText={startWords(plan?.systems ?? [])}
      submitDisabled={isAsked || !isStartable(plan)}
      busy={begin.isPending}
      onSubmit={start}
      onClose={onClose}
    >
      {error && !plan && (
        <Failed title={MESSAGES.planFailed} message={error.message} onRetry={() => void refetch()} />
      )}
      {!plan && !error && <Skeleton lines={6} />}
      {plan && <Plan {...{ plan, sought, heir, isAsked, unfit }} onHeir={setHeir} />}
      {begin.error && (
        <Alert kind="bad" title={MESSAGES.startFailed}>
          {begin.error.message}
        </Alert>
      )}
    </Dialog>
  )
}
