import { useQuery } from '@tanstack/react-query'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { changesQuery } from '#web/features/articles/article-versions/queries.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { NotLoadedNote } from '#web/ui/feedback/not-loaded-note.tsx'
import { ChangesList } from '../changes-list.tsx'
import { NOT_LOADED } from '../messages.ts'

/** All changes since the article was last returned, which QA has not seen yet. */
export function ChangesPanel({ article }: { article: Pick<Article, 'article_id' | 'version' | 'returns'> }) {
  const wasReturned = article.returns.some(({ kind }) => kind === 'return')
  const changes = useQuery({ ...changesQuery(article.article_id, article.version), enabled: wasReturned })
  const { data } = changes
  if (changes.error) return <NotLoadedNote what={NOT_LOADED.changes} query={changes} />
  if (!wasReturned || !data || data.returned_at === null) return null
  return (
    <section className="changes-panel" aria-label="Changed since the last return">
      <h3>
        Changed since the last return <span className="quiet">{data.changes.length}</span>
      </h3>
      <p className="meta mb-8">
        returned <RelativeTime moment={data.returned_at} />
      </p>
      {data.changes.length === 0 ? (
        <p className="quiet">No changes.</p>
      ) : (
        <ChangesList changes={data.changes} />
      )}
    </section>
  )
}
