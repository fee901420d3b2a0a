import { useNavigate } from '@tanstack/react-router'
import { Pause, Pencil, RotateCw, Send, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { EventHookDetails } from '#shared/features/operate/event-hooks/contract.ts'
import { isAddressSecret } from '#shared/features/operate/event-hooks/form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { deleteQuestion, pauseQuestion } from './messages.ts'
import { useDeleteHook, usePauseHook } from './queries.ts'

interface ToolProps {
  label: string
  icon: ReactNode
  loading?: boolean
  onClick: () => void
}

/** On a phone only its icon. */
const Tool = ({ label, icon, loading = false, onClick }: ToolProps) => (
  <Button aria-label={label} title={label} icon={icon} loading={loading} onClick={onClick}>
    <span className="wide-only">{label}</span>
  </Button>
)

function PauseTool({ hook: { id, name } }: { hook: EventHookDetails }) {
  const pause = usePauseHook(id)
  const confirm = useConfirm()
  const ask = async () => {
    if (await confirm(pauseQuestion(name))) pause.mutate()
  }
  return (
    <Tool
      label="Pause"
      icon={<Pause aria-hidden="true" />}
      loading={pause.isPending}
      onClick={() => void ask()}
    />
  )
}

interface HookButtonsRowProps {
  hook: EventHookDetails
  isTesting: boolean
  onRotate: () => void
  onEdit: () => void
  onTest: () => void
}

/** What users can do with a hook. */
export function HookButtonsRow({ hook, isTesting, onRotate, onEdit, onTest }: HookButtonsRowProps) {
  const remove = useDeleteHook(hook.id)
  const confirm = useConfirm()
  const navigate = useNavigate()
  const askToDelete = async () => {
    if (await confirm(deleteQuestion(hook)))
      remove.mutate(undefined, { onSuccess: () => void navigate({ to: SCREENS.eventHooks.path }) })
  }
  return (
    <>
      {/* A hook that has stopped is resumed beside the reason. */}
      {(hook.state === 'active' || hook.state === 'failing') && <PauseTool hook={hook} />}
      {!isAddressSecret(hook.format) && (
        <Tool label="Rotate secret" icon={<RotateCw aria-hidden="true" />} onClick={onRotate} />
      )}
      <Tool label="Edit" icon={<Pencil aria-hidden="true" />} onClick={onEdit} />
      <Tool
        label="Delete"
        icon={<Trash2 aria-hidden="true" />}
        loading={remove.isPending}
        onClick={() => void askToDelete()}
      />
      <Button type="primary" icon={<Send aria-hidden="true" />} loading={isTesting} onClick={onTest}>
        Send a test
      </Button>
    </>
  )
}
