import type { Article } from '#shared/features/articles/articles/contract.ts'
import { waitOf } from '#shared/features/articles/articles/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useUser } from '#web/api/session.ts'
import { Moment } from '#web/ui/cells/moment.tsx'

/**
 * Who has to act on an article, addressed as *you* for the current user, and since when; nothing if no action
 * is pending.
 */
export function WaitNote({ article }: { article: Pick<Article, 'status' | 'user' | 'events'> }) {
  const wait = waitOf(article)
  const reader = useUser()
  if (wait === null) return null
  const owner = article.user.id === reader?.id ? 'you' : fullName(article.user)
  return (
    <>
      {wait.by === 'validator' ? 'QA' : owner}, since <Moment moment={wait.since} />
    </>
  )
}
