import { Play, RotateCw, Square } from 'lucide-react'
import type { RunRow } from '#shared/features/operate/runs/contract.ts'
import type { RunAction } from '#shared/features/operate/runs/rules.ts'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { ACTION_LABELS, stopQuestion } from './messages.ts'
import { useActOnRun } from './queries.ts'

const ICONS = { stop: Square, resume: Play, retry: RotateCw, start: Play } as const

/** What the user may do with the run now. */
export function RunActionsCell(run: RunRow) {
  const confirm = useConfirm()
  const { mutate, isPending, variables } = useActOnRun(run)
  const act = async (action: RunAction) => {
    if (action !== 'stop' || (await confirm(stopQuestion(run)))) mutate(action)
  }
  return (
    <span className="inline-row align-stretch gap-4">
      {run.actions.map((action) => {
        const Icon = ICONS[action]
        return (
          <Button
            key={action}
            size="small"
            className={`run-${action}`}
            {...(action === 'start' ? { type: 'text' } : {})}
            aria-label={`${ACTION_LABELS[action]}: ${run.label}${run.about ? `, ${run.about.label}` : ''}`}
            icon={<Icon size={14} aria-hidden="true" />}
            loading={isPending && variables === action}
            disabled={isPending}
            onClick={() => void act(action)}
          >
            {ACTION_LABELS[action]}
          </Button>
        )
      })}
    </span>
  )
}
