import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SavedView } from '#shared/features/ground/saved-views/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { FAILURES } from './messages.ts'
import { bodyOf, useRemoveView, useSaveView, viewsQuery } from './queries.ts'
import type { ViewChange } from './view-row.tsx'

/**
 * The user's changes to their own views; `named` is the view whose name is being typed, null for a new one.
 */
export function useViewChanges(current: string) {
  const [named, setNamed] = useState<SavedView | null>()
  const save = useSaveView()
  const remove = useRemoveView()
  const confirm = useConfirm()
  const queries = useQueryClient()

  /** Saves only its filters: its name, and whether it is the team's, are those of now. */
  const write = (view: SavedView, search: string) => {
    const all = queries.getQueryData(viewsQuery(view.screen).queryKey)
    const latest = all?.find(({ view_id: id }) => id === view.view_id) ?? view
    return save.mutateAsync({ id: view.view_id, body: { ...bodyOf(latest), search } })
  }
  const overwrite = async (view: SavedView) => {
    try {
      await write(view, current)
      const undo = () => void write(view, view.search).catch(handleError(FAILURES.save))
      notify({ kind: 'success', title: `Updated “${view.name}”`, action: { label: 'Undo', run: undo } })
    } catch (error) {
      handleError(FAILURES.save)(error)
    }
  }
  const forget = async (view: SavedView) => {
    const content = view.is_team ? 'This removes it for the whole team.' : undefined
    const question = { title: `Delete “${view.name}”?`, content, okText: 'Delete', danger: true }
    if (await confirm(question)) {
      await remove.mutateAsync(view.view_id).catch(handleError(FAILURES.remove))
    }
  }
  const change = (view: SavedView, kind: ViewChange) => {
    if (kind === 'rename') setNamed(view)
    else void (kind === 'overwrite' ? overwrite(view) : forget(view))
  }
  return { named, begin: () => setNamed(null), end: () => setNamed(undefined), change }
}
