import { useQueryClient } from '@tanstack/react-query'
import type { ChangeRow } from '#shared/features/keywords/keyword-changes/contract.ts'
import { bringsKeywords } from '#shared/features/keywords/keyword-changes/rules.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { FAILURES, undoQuestion } from './messages.ts'
import { changeQuery, useUndo } from './queries.ts'

/**
 * Undoes a change. If the undo is partial, deletes keywords, or is too large to be counted, it asks first and
 * shows both counts.
 */
export function useAskedUndo(row: ChangeRow) {
  const undo = useUndo()
  const confirm = useConfirm()
  const queries = useQueryClient()
  const { change_id: id, action } = row
  const isPlain = row.undo.stays === 0 && !bringsKeywords(action)

  async function go() {
    if (!isPlain) {
      const now = await queries.fetchQuery({ ...changeQuery(id), staleTime: 0 })
      const isSure = await confirm({
        title: action === 'upload' ? 'Undo this upload?' : 'Undo this change?',
        content: undoQuestion(now.row),
        okText: 'Undo',
        danger: bringsKeywords(action),
      })
      if (!isSure) return
    }
    await undo(id)
  }
  const { mutate, isPending } = useMutation({ mutationFn: go, onError: handleError(FAILURES.undo) })
  return { ask: () => mutate(), isBusy: isPending }
}
