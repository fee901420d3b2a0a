import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  googleSheetEndpoints,
  type SheetBody,
  type SheetGrid,
  type SheetRecord,
} from '#shared/features/desk/google-sheets/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { MESSAGES, SUCCESS_SECONDS } from './messages.ts'

const SHEETS = ['google-sheets'] as const
const SYNCING_EVERY_MS = 1000

const isSyncing = ({ last_sync: lastSync }: SheetRecord) => lastSync !== null && lastSync.ended_at === null

export const sheetsQuery = queryOptions({
  queryKey: SHEETS,
  queryFn: ({ signal }) => call(googleSheetEndpoints.list, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.some(isSyncing) ? SYNCING_EVERY_MS : false),
})

const useRefresh = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: SHEETS })
}

const tellSuccess = (title: string) => notify({ kind: 'success', title, seconds: SUCCESS_SECONDS })

/** Links a sheet with a board. The form shows a refusal. */
export function useCreateSheet() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: SheetBody) => call(googleSheetEndpoints.create, { body }),
    onSuccess: () => {
      tellSuccess(MESSAGES.created)
      void refresh()
    },
  })
}

/** Deletes a link; the notice offers to undo it. */
export function useDeleteSheet() {
  const refresh = useRefresh()
  const restore = useMutation({
    mutationFn: (id: number) => call(googleSheetEndpoints.restore, { params: { id } }),
    onError: handleError(MESSAGES.deleteFailed),
    onSettled: refresh,
  })
  return useMutation({
    mutationFn: (id: number) => call(googleSheetEndpoints.remove, { params: { id } }),
    onSuccess: (_answer, id) =>
      notify({
        kind: 'success',
        title: MESSAGES.deleted,
        action: { label: 'Undo', isUndo: true, run: () => restore.mutate(id) },
      }),
    onError: handleError(MESSAGES.deleteFailed),
    onSettled: refresh,
  })
}

export function useSyncSheet() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, mark }: { id: number; mark?: string }) =>
      call(googleSheetEndpoints.sync, { params: { id }, body: mark === undefined ? {} : { mark } }),
    onError: handleError(MESSAGES.syncFailed),
    onSettled: refresh,
  })
}

/** What a sync would change now; fetched again on every visit. */
export const previewQuery = (id: number) =>
  queryOptions({
    queryKey: [...SHEETS, 'preview', id],
    queryFn: ({ signal }) => call(googleSheetEndpoints.preview, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Runs the previewed sync. If the sheet has changed since, the preview is fetched again. */
export function useConfirmSync(id: number, onBegun: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (mark: string) => call(googleSheetEndpoints.sync, { params: { id }, body: { mark } }),
    onSuccess: onBegun,
    onError: (error) => {
      if (!isRefused(error)) handleError(MESSAGES.syncFailed)(error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: SHEETS }),
  })
}

/** The sheet has changed since the preview, or another sync is running; the dialog says which. */
export const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409

const gridKey = (id: number) => [...SHEETS, 'grid', id] as const

/** An internal sheet; null if none has this id. */
export const gridQuery = (id: number) =>
  queryOptions({
    queryKey: gridKey(id),
    queryFn: ({ signal }) =>
      call(googleSheetEndpoints.readGrid, { params: { id } }, { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
        throw error
      }),
  })

export function useSaveGrid(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ rows, version }: Pick<SheetGrid, 'rows' | 'version'>) =>
      call(googleSheetEndpoints.saveGrid, { params: { id }, body: { rows, version } }),
    onSuccess: (grid) => {
      queries.setQueryData(gridKey(id), grid)
      tellSuccess(MESSAGES.gridSaved)
    },
    onError: handleError(MESSAGES.gridNotSaved),
  })
}
