import { useCallback } from 'react'
import type { PlanEntry } from '#shared/features/planner/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMay } from '#web/api/session.ts'
import { useRefreshPlans } from '../planner/queries.ts'
import { FAILURES } from './messages.ts'
import { useAddKeyword } from './queries.ts'
import type { OpportunitiesSearch } from './search.ts'

/** The article that is being requested about a keyword, as the address says it. */
export function useRequest(
  { request: name, requestFor, site, source }: OpportunitiesSearch,
  change: (patch: Partial<OpportunitiesSearch>) => void,
) {
  const mayCreate = useMay('CreateArticle')
  const refresh = useRefreshPlans()
  const { mutate: add } = useAddKeyword()
  const request = useCallback((keyword: string) => change({ request: keyword }), [change])
  /** A keyword that is none of ours becomes one: whoever plans an article about it wants to see how it does. */
  const requestPlanned = ({ keyword, keyword_id: id, site_id }: PlanEntry) => {
    if (id === null) add(keyword, { onError: handleError(FAILURES.save), onSuccess: () => void refresh() })
    change({ request: keyword, requestFor: site_id })
  }
  const close = () => {
    change({ request: undefined, requestFor: undefined })
    // What was requested stands on its card.
    void refresh()
  }
  const siteId = requestFor ?? (source === 'searches' ? site : undefined)
  const preset =
    mayCreate && name !== undefined ? { keywords: [name], ...(siteId === undefined ? {} : { siteId }) } : null
  return { preset, request, requestPlanned, close }
}
