import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { KeywordsSearch } from '../../keywords/keywords/search.ts'
import { startQuery } from './queries.ts'

/** The search of a link to Keywords Summary: the view that the user chose to start with, if any. */
export function useStartSearch(): KeywordsSearch {
  const { parseSearch } = useRouter().options
  const { data: start } = useQuery({ ...startQuery, enabled: useMay(...SCREENS.keywords.access) })
  const search = start?.screen === 'keywords' ? start.search : ''
  return useMemo(() => KeywordsSearch.parse(parseSearch(search)), [parseSearch, search])
}
