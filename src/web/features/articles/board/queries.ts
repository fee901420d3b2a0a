import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { boardEndpoints, type Task } from '#shared/features/articles/board/contract.ts'
import { ApiError, serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { MESSAGES } from './messages.ts'

/** Other users work on the same board. */
const REFRESH_MS = 10_000

const missingIsNull = (error: unknown) => {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
  throw error
}

/** The boards; they rarely change. */
export const boardsQuery = queryOptions({
  queryKey: ['board', 'all'],
  queryFn: ({ signal }) => call(boardEndpoints.list, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  select: (boards) => boards ?? [],
})

/** A board; null if none has this id. */
export const boardQuery = (gid: string) =>
  queryOptions({
    queryKey: ['board', gid],
    queryFn: ({ signal }) => call(boardEndpoints.read, { params: { gid } }, { signal }).catch(missingIsNull),
    refetchInterval: REFRESH_MS,
  })

/** A task; null if none has this id. */
export const taskQuery = (gid: string) =>
  queryOptions({
    queryKey: ['board', 'task', gid],
    queryFn: ({ signal }) =>
      call(boardEndpoints.readTask, { params: { gid } }, { signal }).catch(missingIsNull),
    refetchInterval: REFRESH_MS,
  })

type TaskMove = z.input<typeof boardEndpoints.changeTask.body & z.ZodType>

function useTaskWrite<Input>(gid: string, write: (input: Input) => Promise<Task | null>, failTitle: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => {
      const task = await write(input)
      if (task === null) throw serviceUnavailable()
      return task
    },
    onSuccess: (task) => {
      queries.setQueryData(taskQuery(gid).queryKey, task)
      return queries.invalidateQueries({ queryKey: ['board', task.board.gid] })
    },
    onError: handleError(failTitle),
  })
}

/** Moves a task, completes it or sets its priority. */
export const useChangeTask = (gid: string) =>
  useTaskWrite(
    gid,
    (body: TaskMove) => call(boardEndpoints.changeTask, { params: { gid }, body }),
    MESSAGES.change,
  )

export const useCommentTask = (gid: string) =>
  useTaskWrite(
    gid,
    (text: string) => call(boardEndpoints.comment, { params: { gid }, body: { text } }),
    MESSAGES.comment,
  )
