import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { PlanEntry } from '#shared/features/keywords/planner/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMay } from '#web/api/session.ts'
import { plansQuery, useRefreshPlans } from '../planner/queries.ts'
import { FAILURES } from './messages.ts'
import { opportunitiesQuery, useAddKeyword } from './queries.ts'
import type { SharedProducts } from './request-dialog.tsx'
import type { OpportunitiesSearch } from './search.ts'

/** The market's products for the requested keyword; undefined until its row or card is loaded. */
function useShared(search: OpportunitiesSearch): SharedProducts | undefined {
  const { request: name, requestFor, source, region } = search
  const isAsked = name !== undefined
  const market = useQuery({ ...opportunitiesQuery(search), enabled: isAsked && source === 'market' })
  const planner = useQuery({ ...plansQuery(search), enabled: isAsked && source === 'planner' })
  if (source === 'market') {
    const row = market.data?.rows.find((each) => each.name === name)
    const asins = row?.combinedAsins.map(({ asin }) => asin) ?? []
    return market.isPending ? undefined : { asins, country: region }
  }
  if (source === 'planner') {
    const card = planner.data?.plans.find(
      ({ keyword, site_id }) => keyword === name && site_id === requestFor,
    )
    return planner.isPending ? undefined : { asins: card?.asins ?? [], country: card?.country ?? region }
  }
  return { asins: [], country: region }
}

/** The article request for a keyword, controlled by the address. */
export function useRequest(
  search: OpportunitiesSearch,
  change: (patch: Partial<OpportunitiesSearch>) => void,
) {
  const { request: name, requestFor, site, source } = search
  const shared = useShared(search)
  const mayCreate = useMay('CreateArticle')
  const refresh = useRefreshPlans()
  const { mutate: add } = useAddKeyword()
  const request = useCallback((keyword: string) => change({ request: keyword }), [change])
  /** A keyword that is not ours yet is added, so that its results can be tracked. */
  const requestPlanned = ({ keyword, keyword_id: id, site_id }: PlanEntry) => {
    if (id === null) add(keyword, { onError: handleError(FAILURES.save), onSuccess: () => void refresh() })
    change({ request: keyword, requestFor: site_id })
  }
  const close = () => {
    change({ request: undefined, requestFor: undefined })
    // The card shows the request.
    void refresh()
  }
  const siteId = requestFor ?? (source === 'searches' ? site : undefined)
  const preset =
    mayCreate && name !== undefined ? { keywords: [name], ...(siteId === undefined ? {} : { siteId }) } : null
  return { preset, shared, request, requestPlanned, close }
}
