import { useQueryClient } from '@tanstack/react-query'
import { notify } from '#web/ui/notify.ts'
import { decisionsQuery } from './queries.ts'

interface Decided {
  article_id: number
  title: string
}

/** Says that an article was decided, unless the decision has its line above the page because it can be undone. */
export function useAnnounceDecision() {
  const queries = useQueryClient()
  return async ({ article_id: id, title: description }: Decided, title: string): Promise<void> => {
    const held = await queries.fetchQuery({ ...decisionsQuery, staleTime: 0 }).catch(() => [])
    // Another article may be on the screen by then.
    if (!held.some(({ article_id }) => article_id === id)) notify({ kind: 'success', title, description })
  }
}
