import type { Article } from '#shared/features/articles/articles/contract.ts'
import { RejectionNotesList } from '../rejection-notes-list.tsx'

function countLabel({ returns }: Article): string {
  if (returns.length === 0) return ''
  return returns.length === 1 ? '1 note' : `${returns.length} notes`
}

/** The inside of an open row in the pending list. */
export function NotesPanel({ article }: { article: Article }) {
  return (
    <section className="notes" aria-label={`Rejection Notes of ${article.title}`}>
      <div className="notes-head row align-baseline gap-16">
        <h3>Rejection Notes</h3>
        <span className="quiet">{countLabel(article)}</span>
      </div>
      <RejectionNotesList article={article} />
    </section>
  )
}
