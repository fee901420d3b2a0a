import { Diamond } from 'lucide-react'
import type { Annotation } from '#shared/features/market/share-of-voice/contract.ts'
import { ArticleLink } from '#web/features/articles/articles/article-link.tsx'
import { CalendarDay } from '#web/ui/cells/moment.tsx'
import { ANNOTATION_LABELS, effectOf } from './messages.ts'

/** Events of the keyword and its articles, with their effects. */
export function AnnotationsList({ annotations }: { annotations: readonly Annotation[] }) {
  if (annotations.length === 0) return null
  return (
    <ul className="month-events" aria-label="Events">
      {annotations.map((annotation) => {
        const { day, kind, article } = annotation
        return (
          <li key={`${day}${kind}${article?.article_id}`}>
            <p className="month-event-day medium tone-accent row gap-6 break-words">
              <Diamond size={8} fill="currentColor" aria-hidden="true" />
              <CalendarDay day={day} />
              {ANNOTATION_LABELS[kind]}
            </p>
            {article && (
              <p className="break-words">
                <ArticleLink id={article.article_id}>{article.title}</ArticleLink>
              </p>
            )}
            <p className="meta tabular break-words">{effectOf(annotation)}</p>
          </li>
        )
      })}
    </ul>
  )
}
