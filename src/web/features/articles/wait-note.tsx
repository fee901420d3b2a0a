import type { Article } from '#shared/features/articles/contract.ts'
import { waitOf } from '#shared/features/articles/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { Moment } from '#web/ui/cells/moment.tsx'

/** For whom an article waits, and since when; nothing where nobody has to do anything. */
export function WaitNote({ article }: { article: Pick<Article, 'status' | 'user' | 'events'> }) {
  const wait = waitOf(article)
  if (wait === null) return null
  return (
    <>
      {wait.by === 'validator' ? 'QA' : fullName(article.user)}, since <Moment moment={wait.since} />
    </>
  )
}
