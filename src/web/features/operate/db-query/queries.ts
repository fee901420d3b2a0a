import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { dbQueryEndpoints } from '#shared/features/operate/db-query/contract.ts'
import { call } from '#web/api/client.ts'
import { useMutation } from '#web/api/use-mutation.ts'

const CONSOLE = ['db-query'] as const
const SAVED = [...CONSOLE, 'saved'] as const
const HISTORY = [...CONSOLE, 'history'] as const

/** The tables that can be queried. */
export const consoleQuery = queryOptions({
  queryKey: [...CONSOLE, 'tables'],
  queryFn: ({ signal }) => call(dbQueryEndpoints.console, {}, { signal }),
  staleTime: 300_000,
})

export const savedQueriesQuery = queryOptions({
  queryKey: SAVED,
  queryFn: ({ signal }) => call(dbQueryEndpoints.saved, {}, { signal }),
})

export const attemptsQuery = queryOptions({
  queryKey: HISTORY,
  queryFn: ({ signal }) => call(dbQueryEndpoints.history, {}, { signal }),
})

/** Refetches the history when a requested file is ready or has failed. */
export function useRefetchHistory() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: HISTORY })
}

/** Runs one statement; aborting the request cancels it on the server too. */
export function useExecute() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ statement, signal }: { statement: string; signal: AbortSignal }) =>
      call(dbQueryEndpoints.execute, { body: { query: statement } }, { signal }),
    onSettled: () => queries.invalidateQueries({ queryKey: HISTORY }),
  })
}

export interface QueryToSave {
  /** The user's own query that is saved again; null for a new one. */
  saved: { id: number; version: number } | null
  name: string
  statement: string
}

export function useSaveQuery() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ saved, name, statement }: QueryToSave) =>
      saved === null
        ? call(dbQueryEndpoints.save, { body: { name, query: statement } })
        : call(dbQueryEndpoints.update, {
            params: { id: saved.id },
            body: { name, query: statement, version: saved.version },
          }),
    onSettled: () => queries.invalidateQueries({ queryKey: SAVED }),
  })
}

export function useRemoveQuery() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(dbQueryEndpoints.remove, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: SAVED }),
  })
}

/** Starts a file of a statement's result. Refused statements are listed in the history too. */
export function useStartReport() {
  const queries = useQueryClient()
  return (statement: string, format: 'csv' | 'xlsx') =>
    call(dbQueryEndpoints.export, { body: { query: statement, format } }).catch((error: unknown) => {
      void queries.invalidateQueries({ queryKey: HISTORY })
      throw error
    })
}
