import type { Article } from '#shared/features/articles/contract.ts'

/** The last word between QA and the requester, in one line; nothing where none was said. */
export function LastNote({ article: { returns, user } }: { article: Pick<Article, 'returns' | 'user'> }) {
  const last = returns.at(-1)
  if (last === undefined) return null
  const { first_name: name } = last.complement ? user : last.user
  const words = last.complement || last.reason
  return (
    <p className="last-note" title={words}>
      <b>{name}:</b> {words}
    </p>
  )
}
