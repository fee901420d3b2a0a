import { useCallback } from 'react'
import { type OpportunitiesSearch, searchedPatch, searchedSearchOf } from './search.ts'
import { SearchedTable } from './searched-table.tsx'

interface SearchedPanelProps {
  search: OpportunitiesSearch
  onChange: (patch: Partial<OpportunitiesSearch>) => void
}

/** The list of queries that people found our pages by. */
export function SearchedPanel({ search, onChange }: SearchedPanelProps) {
  const request = useCallback((name: string) => onChange({ request: name }), [onChange])
  return (
    <SearchedTable
      search={searchedSearchOf(search)}
      onChange={(patch) => onChange(searchedPatch(patch))}
      onRequest={request}
    />
  )
}
