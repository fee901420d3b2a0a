import type { Article } from '#shared/features/articles/contract.ts'
import { waitOf } from '#shared/features/articles/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useUser } from '#web/api/session.ts'
import { Moment } from '#web/ui/cells/moment.tsx'

/** For whom an article waits, for its own reader as *you*, and since when; nothing where nobody has to do anything. */
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
