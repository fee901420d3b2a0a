import type { Article } from '#shared/features/articles/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useUser } from '#web/api/session.ts'
import type { Savers } from '#web/ui/form/conflict-panel.tsx'

/** What changes an article's words, or goes along with a save of them. */
const SAVES = ['saved', 'requested', 'resubmitted']

/** Who has saved an article since it was read here, by its history; a requester's own saves do not stand there. */
export function useSavers(read: Article | null, current: Article | null): Savers {
  const me = useUser()
  const savers = (current?.events ?? []).flatMap(({ action, user, created_at: at }) =>
    user !== null && SAVES.includes(action) && at > (read?.updated_at ?? '') ? [user] : [],
  )
  const others = new Map(savers.filter(({ id }) => id !== me?.id).map((user) => [user.id, fullName(user)]))
  const isAmong = savers.some(({ id }) => id === me?.id)
  if (others.size > 0) return [...others.values(), ...(isAmong ? ['you'] : [])]
  // What QA is reading any validator may save; anything else its owner alone.
  return isAmong || read?.status !== 'requested' ? 'own' : []
}
