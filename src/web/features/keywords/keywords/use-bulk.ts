import { useState } from 'react'
import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import type { BulkChoice } from '../keyword-changes/bulk-actions-menu.tsx'
import { filterOf, type KeywordsSearch } from './search.ts'
import { useSelection } from './use-selection.ts'

/** The selection of the list, and the bulk action on it. */
export function useBulk(shown: readonly KeywordRow[] | undefined, search: KeywordsSearch) {
  const [choice, choose] = useState<BulkChoice | null>(null)
  const filter = filterOf(search)
  const selection = useSelection(shown, JSON.stringify(filter))
  return {
    selection,
    choice,
    choose,
    /** Everything that matches the filter, or the selected rows. */
    chosen: selection.isWhole ? { filter } : { keywordIds: selection.ids },
  }
}
