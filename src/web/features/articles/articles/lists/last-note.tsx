import type { Article } from '#shared/features/articles/articles/contract.ts'
import { answererOf } from '#shared/features/articles/articles/rules.ts'

/** The latest note between QA and the requester, in one line; nothing if there is none. */
export function LastNote({ article }: { article: Pick<Article, 'returns' | 'user' | 'events'> }) {
  const last = article.returns.at(-1)
  if (last === undefined) return null
  const { first_name: name } = last.complement ? answererOf(article, last) : last.user
  const words = last.complement || last.reason
  return (
    <p className="last-note" title={words}>
      <b>{name}:</b> {words}
    </p>
  )
}
