import type { Article } from '#shared/features/articles/articles/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useUser } from '#web/api/session.ts'
import type { Savers } from '#web/ui/form/conflict-panel.tsx'

/** Events that change an article's text or accompany a save of it. */
const SAVES = ['saved', 'requested', 'resubmitted']

/**
 * The users who saved an article since it was loaded here, by its history. A requester's own saves are not in
 * the history.
 */
export function useSavers(read: Article | null, current: Article | null): Savers {
  const me = useUser()
  const savers = (current?.events ?? []).flatMap(({ action, user, created_at: at }) =>
    user !== null && SAVES.includes(action) && at > (read?.updated_at ?? '') ? [user] : [],
  )
  const others = new Map(savers.filter(({ id }) => id !== me?.id).map((user) => [user.id, fullName(user)]))
  const isAmong = savers.some(({ id }) => id === me?.id)
  if (others.size > 0) return [...others.values(), ...(isAmong ? ['you'] : [])]
  // While an article waits for QA, any validator may save it; otherwise only its owner may.
  return isAmong || read?.status !== 'requested' ? 'own' : []
}
