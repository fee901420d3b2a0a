import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  type EventHookDetails,
  eventHookEndpoints,
  type MadeEventHook,
} from '#shared/features/operate/event-hooks/contract.ts'
import type { EventHookBody, EventHookChange } from '#shared/features/operate/event-hooks/form.ts'
import { ApiError, refusalOf, serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { againWords, MESSAGES } from './messages.ts'
import type { SendsQuestion } from './search.ts'

const HOOKS = ['event-hooks'] as const
const LIVE = { refetchInterval: 5_000, refetchIntervalInBackground: false } as const

const known = <Value>(answer: Value | null): Value => {
  if (answer === null) throw serviceUnavailable()
  return answer
}

/** Null if there is nothing with this id any more. */
const unlessGone = (error: unknown) => {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

/** All hooks by name, polled. */
export const hooksQuery = queryOptions({
  queryKey: [...HOOKS, 'list'],
  queryFn: async ({ signal }) => (await call(eventHookEndpoints.list, {}, { signal }))?.nodes ?? [],
  ...LIVE,
})

/** One hook, polled; null if none has this id. */
export const hookQuery = (id: number) =>
  queryOptions({
    queryKey: [...HOOKS, 'one', id],
    queryFn: ({ signal }) => call(eventHookEndpoints.read, { params: { id } }, { signal }).catch(unlessGone),
    ...LIVE,
  })

/** A page of a hook's log, polled. */
export const sendsQuery = (id: number, asked: SendsQuestion, page: number) =>
  queryOptions({
    queryKey: [...HOOKS, 'sends', id, { ...asked, page }],
    queryFn: async ({ signal }) => {
      const query = { ...asked, page }
      const found = await call(eventHookEndpoints.sends, { params: { id }, query }, { signal })
      return { rows: found?.nodes ?? [], total: found?.totalCount ?? 0 }
    },
    placeholderData: keepPreviousData,
    ...LIVE,
  })

/** An event with its tries, polled; null if it is no longer in the log. */
export const sendQuery = (id: number, sendId: string) =>
  queryOptions({
    queryKey: [...HOOKS, 'send', id, sendId],
    queryFn: ({ signal }) =>
      call(eventHookEndpoints.send, { params: { id, sendId } }, { signal }).catch(unlessGone),
    ...LIVE,
  })

/** Reads again what a change of a hook, or a try, changes. */
function useReadAgain() {
  const queries = useQueryClient()
  return () => {
    for (const noun of [HOOKS[0], 'failed-jobs', 'audit'])
      void queries.invalidateQueries({ queryKey: [noun] })
  }
}

/**
 * Makes hooks and rotates secrets. These are no mutations on purpose: a mutation would keep the secret in its cache
 * after the dialog has closed.
 */
export function useSecretMaker() {
  const readAgain = useReadAgain()
  return {
    make: async (body: EventHookBody, key: string): Promise<MadeEventHook> =>
      known(await call(eventHookEndpoints.create, { body }, { key }).finally(readAgain)),
    rotate: async (id: number, endOld: boolean): Promise<MadeEventHook> =>
      known(
        await call(eventHookEndpoints.rotate, { params: { id }, body: { end_old: endOld } }).finally(
          readAgain,
        ),
      ),
  }
}

/** The hook as another user saved it, if that is why a save was refused. */
export const currentHookIn = (error: unknown): EventHookDetails | null =>
  refusalOf(eventHookEndpoints.update, 409, error)?.current ?? null

export function useSaveHook(id: number) {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: (body: EventHookChange) => call(eventHookEndpoints.update, { params: { id }, body }),
    onSuccess: () => notify({ kind: 'success', title: MESSAGES.changed }),
    onSettled: readAgain,
  })
}

export function usePauseHook(id: number) {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: () => call(eventHookEndpoints.pause, { params: { id } }),
    onSuccess: () => notify({ kind: 'success', title: MESSAGES.paused }),
    onError: handleError(MESSAGES.notPaused),
    onSettled: readAgain,
  })
}

export function useResumeHook(id: number) {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: () => call(eventHookEndpoints.resume, { params: { id } }),
    onSuccess: () => notify({ kind: 'success', title: MESSAGES.resumed }),
    onError: handleError(MESSAGES.notResumed),
    onSettled: readAgain,
  })
}

/** A hook that is already gone is no error. */
export function useDeleteHook(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(eventHookEndpoints.remove, { params: { id } }).catch(unlessGone),
    onSuccess: () => {
      queries.removeQueries({ queryKey: hookQuery(id).queryKey })
      void queries.invalidateQueries({ queryKey: hooksQuery.queryKey })
      void queries.invalidateQueries({ queryKey: ['audit'] })
      notify({ kind: 'success', title: MESSAGES.deleted })
    },
    onError: handleError(MESSAGES.notDeleted),
  })
}

/** Sends a test and waits for the answer. The dialog shows a failure. */
export function useTestHook(id: number) {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: async () => known(await call(eventHookEndpoints.test, { params: { id } })),
    onSettled: readAgain,
  })
}

/** Sends an event again now, with its id. */
export function useSendAgain(id: number) {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: (sendId: string) => call(eventHookEndpoints.sendAgain, { params: { id, sendId } }),
    onSuccess: () => notify({ kind: 'success', title: MESSAGES.sentAgain }),
    onError: handleError(MESSAGES.notSentAgain),
    onSettled: readAgain,
  })
}

/** Sends everything again now that failed in these days. */
export function useSendFailedAgain(id: number) {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: (body: { since?: string | undefined; until?: string | undefined }) =>
      call(eventHookEndpoints.sendFailedAgain, { params: { id }, body }),
    onSuccess: (answer) => notify({ kind: 'success', title: againWords(answer?.count ?? 0) }),
    onError: handleError(MESSAGES.notAllSentAgain),
    onSettled: readAgain,
  })
}
