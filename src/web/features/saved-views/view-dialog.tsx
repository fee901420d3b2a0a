import { Input, Switch } from 'antd'
import { useState } from 'react'
import { type SavedView, VIEW_NAME_MAXIMUM } from '#shared/features/saved-views/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Labelled, noteId } from '#web/ui/labelled.tsx'
import { FAILURES, TEAM_HINT } from './messages.ts'
import { useSaveView, type ViewScreen } from './queries.ts'

const WIDTH = 440
const NAME_ID = 'view-name'
const TEAM_ID = 'view-team'

interface ViewDialogProps {
  screen: ViewScreen
  /** The view that is renamed, or null where the address becomes a new one. */
  view: SavedView | null
  /** What the view will keep of the address. */
  search: string
  onClose: () => void
}

/** Names a view and says who sees it. */
export function ViewDialog({ screen, view, search, onClose }: ViewDialogProps) {
  const [name, setName] = useState(view?.name ?? '')
  const [isTeam, setTeam] = useState(view?.isTeam ?? false)
  const [isTried, setTried] = useState(false)
  const save = useSaveView()
  const trimmed = name.trim()
  const tooLong = `At most ${VIEW_NAME_MAXIMUM} characters`
  const fault =
    trimmed.length > VIEW_NAME_MAXIMUM
      ? tooLong
      : isTried && trimmed === ''
        ? 'Please name the view.'
        : undefined
  const refusal = save.error instanceof ApiError && save.error.status === 409 ? save.error.message : undefined
  const error = fault ?? refusal
  const submit = () => {
    setTried(true)
    if (trimmed === '' || trimmed.length > VIEW_NAME_MAXIMUM) return
    save.mutate(
      { id: view?.view_id ?? null, body: { screen, name: trimmed, search, isTeam } },
      { onSuccess: onClose },
    )
  }
  return (
    <Dialog
      open
      title={view ? 'Rename view' : 'Save view'}
      width={WIDTH}
      busy={save.isPending}
      dirty={name !== (view?.name ?? '') || isTeam !== (view?.isTeam ?? false)}
      onSubmit={submit}
      onClose={onClose}
      aboveFooter={
        save.error &&
        refusal === undefined && (
          <div className="dialog-refusal">
            <Alert kind="bad" title={FAILURES.save}>
              {save.error.message}
            </Alert>
          </div>
        )
      }
    >
      <Labelled id={NAME_ID} label="Name" required error={error}>
        <Input
          id={NAME_ID}
          autoFocus
          value={name}
          status={error ? 'error' : ''}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? noteId(NAME_ID) : undefined}
          onChange={(event) => {
            setName(event.target.value)
            save.reset()
          }}
          onPressEnter={submit}
        />
      </Labelled>
      <div className="view-team">
        <Switch id={TEAM_ID} checked={isTeam} onChange={setTeam} aria-describedby={noteId(TEAM_ID)} />
        <label htmlFor={TEAM_ID}>Share with the team</label>
        <p id={noteId(TEAM_ID)} className="meta">
          {TEAM_HINT}
        </p>
      </div>
    </Dialog>
  )
}
