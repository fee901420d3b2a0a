import { useQueryClient } from '@tanstack/react-query'
import { notify } from '#web/ui/feedback/notify.ts'
import { decisionsQuery } from './queries.ts'

interface Decided {
  article_id: number
  title: string
}

/**
 * Shows the notice that an article was decided on, unless the decision can be undone and has its line above
 * the page.
 */
export function useAnnounceDecision() {
  const queries = useQueryClient()
  return async ({ article_id: id, title: description }: Decided, title: string): Promise<void> => {
    const held = await queries.fetchQuery({ ...decisionsQuery, staleTime: 0 }).catch(() => [])
    // By then another article can be on the screen.
    if (!held.some(({ article_id }) => article_id === id)) notify({ kind: 'success', title, description })
  }
}
