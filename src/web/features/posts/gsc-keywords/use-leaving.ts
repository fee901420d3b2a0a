import type { Period } from '#shared/features/posts/gsc-keywords/rules.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { FAILURES } from './messages.ts'
import { leaveRivalry, takeUpRivalry, useReload } from './queries.ts'

interface Deed {
  isLeft: boolean
  isUndo?: boolean
}

/** Marks a query's posts as needing no action, or removes the mark; either can be undone at once. */
export function useLeaving(query: string, period: Period) {
  const reload = useReload()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ isLeft }: Deed) => (isLeft ? leaveRivalry : takeUpRivalry)(query, period),
    onSuccess(_answer, { isLeft, isUndo = false }): Promise<void> {
      const run = () => mutate({ isLeft: !isLeft, isUndo: true })
      const title = isLeft ? `Dismissed “${query}”` : `Reopened “${query}”`
      if (!isUndo) notify({ kind: 'success', title, action: { label: 'Undo', run, isUndo: true } })
      return reload()
    },
    onError: handleError(FAILURES.apply),
  })
  return {
    isBusy: isPending,
    leave: () => mutate({ isLeft: true }),
    takeUp: () => mutate({ isLeft: false }),
  }
}
