import type { Article } from '#shared/features/articles/contract.ts'
import { answererOf } from '#shared/features/articles/rules.ts'

/** The last word between QA and the requester, in one line; nothing where none was said. */
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
