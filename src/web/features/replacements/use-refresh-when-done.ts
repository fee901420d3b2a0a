import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Replacement } from '#shared/features/replacements/contract.ts'
import { refreshArticles } from '../articles/queries.ts'
import { refreshReplacements } from './queries.ts'

/** What cannot be bought, and where it stands. */
const STOCK_BOARD = ['reports', 'oos']

/** Once a replacement, or its undo, is at its end, what is known of articles, replacements and the board is read anew. */
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
