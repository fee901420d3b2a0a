import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type BulkChange, keywordChangeEndpoints } from '#shared/features/keyword-changes/contract.ts'
import type { Sent } from '#shared/http/endpoint.ts'
import { serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { notify } from '#web/ui/notify.ts'
import { refreshKeywords, refreshTags } from '../keywords/queries.ts'
import { FAILURES, keywordsOf, UNDOING } from './messages.ts'

export type Preparation = Sent<typeof keywordChangeEndpoints.prepare>['body']
type TagChange = Sent<typeof keywordChangeEndpoints.changeTags>['body']

function certain<Answer>(answer: Answer | null): Answer {
  if (answer === null) throw serviceUnavailable()
  return answer
}

const POLL_MS = 1500
/** So many answers in a row may fail to come before it counts as a failure. */
const MOST_MISSED = 5

const isGoingOn = ({ state }: BulkChange) => state === 'applying' || state === 'undoing'
const pause = () => new Promise((resolve) => setTimeout(resolve, POLL_MS))

/** The change once nothing of it goes on in the background any more; tells on the way how far it is. */
async function whenDone(begun: BulkChange, tell?: (change: BulkChange) => void) {
  const { change_id: id } = begun
  let change = begun
  for (let missed = 0; isGoingOn(change); ) {
    tell?.(change)
    await pause()
    try {
      change = certain(await call(keywordChangeEndpoints.read, { params: { id } }))
      missed = 0
    } catch (error) {
      missed += 1
      if (missed >= MOST_MISSED) throw error
    }
  }
  return change
}

function useRefresh() {
  const queries = useQueryClient()
  return () => Promise.all([refreshKeywords(queries), refreshTags(queries)])
}

/** Says what was done, with the way back. */
function useTold() {
  const refresh = useRefresh()
  const undo = (id: number) =>
    call(keywordChangeEndpoints.undo, { params: { id } })
      .then(certain)
      .then((change) => {
        if (isGoingOn(change)) notify({ kind: 'info', title: `${keywordsOf(change.changes)}: ${UNDOING}` })
        return whenDone(change)
      })
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

/** Makes a prepared change; `underWay` is how far one is that is made in the background, whoever still looks on. */
export function useApplyChange() {
  const tell = useTold()
  const [underWay, setUnderWay] = useState<BulkChange>()
  const apply = useMutation({
    mutationFn: async (id: number) => {
      const begun = certain(await call(keywordChangeEndpoints.apply, { params: { id } }))
      return whenDone(begun, setUnderWay)
    },
    onSuccess: (change) => tell(change.change_id, change.changes),
  })
  return { ...apply, underWay: apply.isPending ? underWay : undefined }
}

/** Adds tags to the ticked keywords and takes others away. */
export function useChangeTags() {
  const tell = useTold()
  return useMutation({
    mutationFn: async (body: TagChange) => certain(await call(keywordChangeEndpoints.changeTags, { body })),
    onSuccess: ({ change_id, changed }) => tell(change_id, changed),
  })
}
