import { useState } from 'react'
import type { PlanEntry } from '#shared/features/keywords/planner/contract.ts'
import { latenessOf } from '#shared/features/keywords/planner/rules.ts'
import { monthWords } from './messages.ts'
import { type CardSteps, PlanCard } from './plan-card.tsx'

interface MonthListProps {
  month: string
  plans: readonly PlanEntry[]
  today: string
  months: readonly string[]
  steps: CardSteps | null
  /** A card, by its id, was dropped on this month. */
  onDrop: (id: number) => void
}

/** A month of the plan. */
export function MonthList({ month, plans, today, months, steps, onDrop }: MonthListProps) {
  const [isOver, setOver] = useState(false)
  const late = plans.filter((plan) => latenessOf(plan, today) !== null).length
  const heading = `month-${month}`
  return (
    <section
      className={isOver ? 'plan-month column over' : 'plan-month column'}
      aria-labelledby={heading}
      onDragOver={(event) => {
        if (steps === null) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop(Number(event.dataTransfer.getData('text/plain')))
      }}
    >
      <h2 id={heading}>
        {monthWords(month)}{' '}
        {plans.length > 0 && (
          <span className="quiet regular">
            {plans.length}
            {late > 0 && <span className="bad-text">, {late} late</span>}
          </span>
        )}
      </h2>
      <ul>
        {plans.map((plan) => (
          <PlanCard key={plan.plan_id} plan={plan} today={today} months={months} steps={steps} />
        ))}
      </ul>
    </section>
  )
}
