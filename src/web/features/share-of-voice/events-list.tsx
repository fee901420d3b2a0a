import { Link } from '@tanstack/react-router'
import { Diamond } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { Annotation } from '#shared/features/share-of-voice/contract.ts'
import { useMay } from '#web/api/session.ts'
import { Day } from '#web/ui/cells/moment.tsx'
import { ANNOTATION_LABELS, effectOf } from './messages.ts'

function Article({ article }: { article: NonNullable<Annotation['article']> }) {
  const maySee = useMay('ManageArticles')
  if (!maySee) return <>{article.title}</>
  return (
    <Link to={SCREENS.articles.path} search={{ article: article.article_id }}>
      {article.title}
    </Link>
  )
}

/** What happened to the keyword and its articles, and what it changed. */
export function EventsList({ annotations }: { annotations: readonly Annotation[] }) {
  if (annotations.length === 0) return null
  return (
    <ul className="month-events" aria-label="What happened">
      {annotations.map((annotation) => {
        const { day, kind, article } = annotation
        return (
          <li key={`${day}${kind}${article?.article_id}`}>
            <p className="month-event-day">
              <Diamond size={8} fill="currentColor" aria-hidden="true" />
              <Day day={day} />
              {ANNOTATION_LABELS[kind]}
            </p>
            {article && (
              <p>
                <Article article={article} />
              </p>
            )}
            <p className="meta tabular">{effectOf(annotation)}</p>
          </li>
        )
      })}
    </ul>
  )
}
