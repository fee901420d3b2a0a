import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PlanEntry } from '#shared/features/keywords/planner/contract.ts'
import { columnOf, MAY_PLAN, monthsFrom } from '#shared/features/keywords/planner/rules.ts'
import { counted } from '#shared/format/count.ts'
import { keysOf } from '#shared/format/keys.ts'
import { useMay } from '#web/api/session.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { Button } from '#web/ui/input/button.tsx'
import { FilterPicker } from '../../ground/filters/filter-picker.tsx'
import { EMPTY_FILTERED, EMPTY_PLANNER, FAILURES, monthWords, PLANNER_ABOUT } from './messages.ts'
import { MonthList } from './month-list.tsx'
import { type CardSteps, cardId } from './plan-card.tsx'
import { PlanNoteDialog } from './plan-note-dialog.tsx'
import { plansQuery, useChangePlan, useRemovePlan } from './queries.ts'
import { isNarrowed, PLANNER_FILTERS, type PlannerSearch } from './search.ts'

interface PlannerPanelProps {
  search: PlannerSearch
  onChange: (patch: Partial<PlannerSearch>) => void
  /** Starts an article request about a planned keyword. */
  onRequest: (plan: PlanEntry) => void
}

const NONE: readonly PlanEntry[] = []

/** Moves cards, keeps the focus on the moved card, and announces its position. */
function useMoves(plans = NONE) {
  const { mutate } = useChangePlan()
  const [said, say] = useState('')
  const followed = useRef<Pick<PlanEntry, 'plan_id' | 'month'> | null>(null)
  // The card is focused once the other list has rendered it, which can take more than a frame.
  useEffect(() => {
    const to = followed.current
    if (!to || !plans.some(({ plan_id: id, month }) => id === to.plan_id && month === to.month)) return
    followed.current = null
    document.getElementById(cardId(to.plan_id))?.focus()
  }, [plans])
  const move = (plan: PlanEntry, month: string) => {
    if (plan.month === month) return
    const hadFocus = document.getElementById(cardId(plan.plan_id))?.contains(document.activeElement) === true
    followed.current = hadFocus ? { plan_id: plan.plan_id, month } : null
    mutate({ plan, change: { month } })
    say(`Planned ${plan.keyword} for ${monthWords(month)}`)
  }
  return { move, said }
}

function Filters({ search, onChange }: Pick<PlannerPanelProps, 'search' | 'onChange'>) {
  return (
    <div className="planner-filters cluster align-stretch gap-8 mb-12">
      {keysOf(PLANNER_FILTERS).map((name) => (
        <FilterPicker key={name} filters={PLANNER_FILTERS} name={name} search={search} onChange={onChange} />
      ))}
    </div>
  )
}

/** The year from this month on, with the planned keywords of each month. */
export function PlannerPanel({ search, onChange, onRequest }: PlannerPanelProps) {
  const { data, error, refetch } = useQuery(plansQuery(search))
  const today = useToday()
  const months = monthsFrom(today)
  const { move, said } = useMoves(data?.plans)
  const remove = useRemovePlan()
  const [noted, note] = useState<PlanEntry | null>(null)
  const mayPlan = useMay(...MAY_PLAN)
  const steps: CardSteps | null = mayPlan
    ? { onMove: move, onNote: note, onRemove: (plan) => remove(plan), onRequest }
    : null
  if (!data)
    return error ? (
      <Failed title={FAILURES.list} message={error.message} onRetry={() => void refetch()} />
    ) : (
      <Skeleton lines={9} />
    )
  const { plans, total } = data
  const byMonth = Map.groupBy(plans, (plan) => columnOf(plan.month, today))
  return (
    <>
      <Filters search={search} onChange={onChange} />
      {plans.length < total && (
        <Alert kind="note">
          The first {counted(plans.length)} of {counted(total)} cards are shown. Choose a site to see the
          others.
        </Alert>
      )}
      {plans.length === 0 ? (
        <Empty
          text={isNarrowed(search) ? EMPTY_FILTERED : EMPTY_PLANNER}
          action={
            isNarrowed(search) && (
              <Button
                onClick={() => onChange({ site: undefined, plannedBy: undefined, plannedIn: undefined })}
              >
                Show all
              </Button>
            )
          }
        />
      ) : (
        <p className="meta planner-about">{mayPlan && PLANNER_ABOUT}</p>
      )}
      <div className="planner">
        {months.map((month) => (
          <MonthList
            key={month}
            month={month}
            plans={byMonth.get(month) ?? []}
            today={today}
            months={months}
            steps={steps}
            onDrop={(id) => {
              const plan = plans.find(({ plan_id }) => plan_id === id)
              if (plan) move(plan, month)
            }}
          />
        ))}
      </div>
      <div className="visually-hidden" role="status">
        {said}
      </div>
      {noted && <PlanNoteDialog plan={noted} onClose={() => note(null)} />}
    </>
  )
}
