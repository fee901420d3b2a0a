import type { ScanFunction } from '#shared/features/operate/scan/contract.ts'
import { type FoundItem, outcomeOf } from '#shared/features/operate/scan/rules.ts'
import type { ReadFunction } from './service.ts'

const presentItem = ({ siteId, articleId = null, access: _, ...item }: FoundItem) => ({
  ...item,
  site_id: siteId,
  article_id: articleId,
})

/** A function with its last result; for a site, only the findings about it. */
export function presentFunction({ check, last }: ReadFunction, site?: number): ScanFunction {
  const { id, name } = check
  if (!last) {
    return { id, name, status: 'default', items: [], ran_at: null, took: null, ran_by: null, history: [] }
  }
  const items = last.items.filter(({ siteId }) => site === undefined || siteId === null || siteId === site)
  return {
    id,
    name,
    status: site === undefined ? last.status : outcomeOf(items),
    items: items.map(presentItem),
    ran_at: last.ranAt.toISOString(),
    took: last.took,
    ran_by: last.runner,
    history: last.history,
  }
}
