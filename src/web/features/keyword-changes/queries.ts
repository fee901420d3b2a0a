import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keywordChangeEndpoints } from '#shared/features/keyword-changes/contract.ts'
import type { Sent } from '#shared/http/endpoint.ts'
import { serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { notify } from '#web/ui/notify.ts'
import { FAILURES, keywordsOf } from './messages.ts'

export type Preparation = Sent<typeof keywordChangeEndpoints.prepare>['body']
type TagChange = Sent<typeof keywordChangeEndpoints.changeTags>['body']

function certain<Answer>(answer: Answer | null): Answer {
  if (answer === null) throw serviceUnavailable()
  return answer
}

function useRefresh() {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['keywords'] }),
      queries.invalidateQueries({ queryKey: ['tags'] }),
    ])
}

/** Says what was done, with the way back. */
function useTold() {
  const refresh = useRefresh()
  const undo = (id: number) =>
    call(keywordChangeEndpoints.undo, { params: { id } })
      .then(refresh)
      .then(() => notify({ kind: 'success', title: 'Undone' }))
      .catch(handleError(FAILURES.undo))
  return async (id: number, changed: number) => {
    await refresh()
    notify({
      kind: 'success',
      title: `${keywordsOf(changed)} changed`,
      ...(changed > 0 ? { action: { label: 'Undo', run: () => void undo(id) } } : {}),
    })
  }
}

/** Freezes which keywords an action is about, and says what it would change. */
export const usePrepareChange = () =>
  useMutation({
    mutationFn: async (body: Preparation) => certain(await call(keywordChangeEndpoints.prepare, { body })),
  })

export function useApplyChange() {
  const tell = useTold()
  return useMutation({
    mutationFn: async (id: number) => certain(await call(keywordChangeEndpoints.apply, { params: { id } })),
    onSuccess: (change) => tell(change.change_id, change.changes),
  })
}

/** Adds tags to the ticked keywords and takes others away. */
export function useChangeTags() {
  const tell = useTold()
  return useMutation({
    mutationFn: async (body: TagChange) => certain(await call(keywordChangeEndpoints.changeTags, { body })),
    onSuccess: ({ change_id, changed }) => tell(change_id, changed),
  })
}
