import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { HeldArticle } from '#shared/features/people/offboarding/contract.ts'
import { counted } from '#shared/format/count.ts'
import { Moment } from '#web/ui/cells/moment.tsx'

interface HeldWorkListProps {
  label: string
  articles: readonly HeldArticle[]
}

/** The articles that a user is working on, with links to each and to its task. */
export function HeldWorkList({ label, articles }: HeldWorkListProps) {
  if (articles.length === 0) return null
  return (
    <section className="offboarding-work" aria-label={label}>
      <h3>
        {label} <span className="count">{counted(articles.length)}</span>
      </h3>
      <ul>
        {articles.map(({ article_id: id, title, status, begun_at: begunAt, site, task_url: taskUrl }) => (
          <li key={id}>
            {status === 'draft' ? (
              // One element, because the row spreads its children apart.
              <span>
                Draft {id}
                {begunAt !== undefined && (
                  <>
                    , begun <Moment moment={begunAt} />
                  </>
                )}
              </span>
            ) : (
              <Link to={SCREENS.article.path} params={{ id: String(id) }}>
                {title || `Article ${id}`}
              </Link>
            )}
            <span className="meta">
              {site} · {status}
              {taskUrl !== null && (
                <>
                  {' · '}
                  <a href={taskUrl} target="_blank" rel="noopener noreferrer">
                    task<span className="visually-hidden"> of article {id}, opens in a new tab</span>
                  </a>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
