import { Ellipsis } from 'lucide-react'
import type { PlanEntry } from '#shared/features/keywords/planner/contract.ts'
import { columnOf } from '#shared/features/keywords/planner/rules.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ClickMenu } from '#web/ui/overlay/click-menu.tsx'
import { monthWords } from './messages.ts'

interface PlanMenuProps {
  plan: PlanEntry
  months: readonly string[]
  onMove: (month: string) => void
  onNote: () => void
  onRemove: () => void
}

/** The actions on a card without dragging. */
export function PlanMenu({ plan, months, onMove, onNote, onRemove }: PlanMenuProps) {
  const [first = ''] = months
  const here = columnOf(plan.month, `${first}-01`)
  return (
    <ClickMenu
      items={[
        {
          key: 'move',
          label: 'Move to …',
          children: months.map((month) => ({
            key: month,
            label: monthWords(month),
            disabled: month === here && month === plan.month,
            onClick: () => onMove(month),
          })),
        },
        { key: 'note', label: plan.note === '' ? 'Add note' : 'Edit note', onClick: onNote },
        { key: 'remove', label: 'Remove from the plan', danger: true, onClick: onRemove },
      ]}
    >
      <Button
        type="text"
        size="small"
        icon={<Ellipsis size={16} aria-hidden="true" />}
        aria-label={`Actions for ${plan.keyword}`}
      />
    </ClickMenu>
  )
}
