import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  type FeatureFlag,
  type FlagEvent,
  featureFlagEndpoints,
  type NewFlag,
} from '#shared/features/ground/feature-flags/contract.ts'
import { call } from '#web/api/client.ts'
import { useRecords } from '#web/api/records.ts'
import { useMutation } from '#web/api/use-mutation.ts'

const FLAGS_KEY = ['feature-flags'] as const
/** The maximum age of the flags in a browser. */
const EVERY_MS = 30_000
/** Poll interval while the flags are on the screen, so that changes by others appear quickly. */
const WATCHED_EVERY_MS = 3000

export const flagsQuery = queryOptions({
  queryKey: [...FLAGS_KEY, 'list'],
  queryFn: ({ signal }) => call(featureFlagEndpoints.list, {}, { signal }),
  staleTime: EVERY_MS,
  refetchInterval: EVERY_MS,
  refetchIntervalInBackground: false,
  retry: false,
})

/** The same with that interval. */
export const watchedFlagsQuery = queryOptions({
  ...flagsQuery,
  staleTime: 0,
  refetchInterval: WATCHED_EVERY_MS,
})

export const flagOptionsQuery = queryOptions({
  queryKey: [...FLAGS_KEY, 'options'],
  queryFn: ({ signal }) => call(featureFlagEndpoints.options, {}, { signal }),
  // They only change with a release.
  staleTime: Number.POSITIVE_INFINITY,
})

/** How often the product reads its flags. */
export const flagUsesQuery = queryOptions({
  queryKey: [...FLAGS_KEY, 'uses'],
  queryFn: ({ signal }) => call(featureFlagEndpoints.uses, {}, { signal }),
  refetchInterval: EVERY_MS,
  refetchIntervalInBackground: false,
})

export const flagHistoryQuery = queryOptions({
  queryKey: [...FLAGS_KEY, 'history'],
  queryFn: ({ signal }) => call(featureFlagEndpoints.history, {}, { signal }),
  refetchInterval: WATCHED_EVERY_MS,
  refetchIntervalInBackground: false,
})

/** A failed save or delete is logged and marked at the edge of its row; no notice is shown. */
function log(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: it is only logged
  console.error('The flag wasn’t changed.', error)
}

function useFlagMutation<Given, Result>(mutationFn: (given: Given) => Promise<Result>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onError: log,
    onSettled: () => queries.invalidateQueries({ queryKey: FLAGS_KEY }),
  })
}

export type FlagCells = Omit<z.input<typeof NewFlag>, 'value'> & { value: string }

export const useCreateFlag = () =>
  useFlagMutation((body: FlagCells) => call(featureFlagEndpoints.create, { body }))

interface FlagSave {
  id: number
  body: FlagCells & { version?: number | undefined }
}
const flagId = ({ feature_flag_id: id }: FeatureFlag) => id

/** The flags with this browser's own changes applied. */
export const useFlagRecords = () => useRecords('feature flag', flagId)

export function useUpdateFlag() {
  const { keep } = useFlagRecords()
  return useFlagMutation(async ({ id, body }: FlagSave) => {
    const saved = await call(featureFlagEndpoints.update, { params: { id }, body })
    keep(saved)
    return saved
  })
}

export const useDeleteFlag = () =>
  useFlagMutation((flag: Pick<FeatureFlag, 'feature_flag_id'>) =>
    call(featureFlagEndpoints.remove, { params: { id: flag.feature_flag_id } }),
  )

/** Restores a flag right after its deletion. */
export const useRestoreFlag = () =>
  useFlagMutation(({ feature_flag_id: id }: Pick<FeatureFlag, 'feature_flag_id'>) =>
    call(featureFlagEndpoints.restore, { params: { id } }),
  )

/** Undoes the last change of a flag. The server refuses it if another change came in between. */
export const useUndoFlag = () =>
  useFlagMutation(async ({ feature_flag_id: id, act, before, version: read }: FlagEvent) => {
    const [params, version] = [{ id }, read ?? undefined]
    if (act === 'archived') await call(featureFlagEndpoints.restore, { params, query: { version } })
    else if (act === 'changed' && before)
      await call(featureFlagEndpoints.update, { params, body: { ...before, version } })
    else await call(featureFlagEndpoints.remove, { params, query: { version } })
  })
