import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type ScanFunction, scanEndpoints } from '#shared/features/operate/scan/contract.ts'
import type { ScanFix, ScanFunctionId } from '#shared/features/operate/scan/rules.ts'
import { call } from '#web/api/client.ts'
import type { ScanSearch } from './search.ts'

type Filter = Pick<ScanSearch, 'site' | 'function'>

const ofSite = (site: number | undefined) => (site === undefined ? {} : { site })

/** The functions that can be scanned, with their latest results. */
export const scanQuery = ({ site, function: only }: Filter) =>
  queryOptions({
    queryKey: ['scan', { site, only }],
    queryFn: ({ signal }) =>
      call(
        scanEndpoints.list,
        { query: { ...ofSite(site), ...(only === undefined ? {} : { function: only }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** Runs one function now, optionally for a single site. */
export const runFunction = (id: ScanFunctionId, site: number | undefined, signal: AbortSignal) =>
  call(scanEndpoints.run, { params: { id }, query: ofSite(site) }, { signal })

/** Applies a fix and runs the function again. */
export const fixFunction = (id: ScanFunctionId, fix: ScanFix): Promise<ScanFunction | null> =>
  call(scanEndpoints.fix, { params: { id }, body: { fix } })
