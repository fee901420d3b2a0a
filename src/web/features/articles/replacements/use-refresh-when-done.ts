import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Replacement } from '#shared/features/articles/replacements/contract.ts'
import { refreshArticles } from '../articles/queries.ts'
import { refreshReplacements } from './queries.ts'

/** Query key of the board of unavailable products and their places. */
const STOCK_BOARD = ['reports', 'oos']

/** Once a replacement or its undo has finished, refetches articles, replacements and the board. */
export function useRefreshWhenDone(replacement: Replacement | null | undefined): void {
  const queries = useQueryClient()
  const wasGoingOn = useRef(false)
  const isGoingOn = replacement?.undo.state === 'running'
  useEffect(() => {
    if (wasGoingOn.current && !isGoingOn) {
      void refreshArticles(queries)
      void refreshReplacements(queries)
      void queries.invalidateQueries({ queryKey: STOCK_BOARD })
    }
    wasGoingOn.current = isGoingOn
  }, [queries, isGoingOn])
}
