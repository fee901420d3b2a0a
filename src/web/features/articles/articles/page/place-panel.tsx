import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { waitOf } from '#shared/features/articles/articles/rules.ts'
import { useMay } from '#web/api/session.ts'
import { claimsQuery } from '#web/features/articles/claims/queries.ts'
import { UserBadge } from '#web/features/ground/users/user-badge.tsx'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { ArticleBadge } from '../article-badge.tsx'
import { NONE, PENDING } from '../messages.ts'
import { PostIdCell } from '../post-id-cell.tsx'
import { PostNote } from '../post-note.tsx'
import { RenewalNote } from '../renewal-note.tsx'
import { RetryNote } from '../retry-note.tsx'
import { UpdatesList } from '../updates-list.tsx'
import { WaitNote } from '../wait-note.tsx'

function Keywords({ keywords }: Pick<Article, 'keywords'>) {
  const mayOpen = useMay('ViewKeywords')
  if (keywords.length === 0) return NONE
  return keywords.map(({ keyword_id: id, keyword }, at) => (
    <span key={id}>
      {at > 0 && ', '}
      {mayOpen ? (
        <Link to={SCREENS.keywords.path} search={{ keyword_id: id }}>
          {keyword}
        </Link>
      ) : (
        keyword
      )}
    </span>
  ))
}

/** An article's status, task and post. */
export function PlacePanel({ article, children }: { article: Article; children: ReactNode }) {
  const { data: claims } = useQuery(claimsQuery)
  const claim = claims?.find(({ article_id: id }) => id === article.article_id)
  const isWaiting = waitOf(article) !== null
  const postMirror = article.mirrors.find(({ target }) => target === 'post')
  const { asana_url: task, asana_section: section, qa_user: validator } = article
  return (
    <section className="page-card" aria-labelledby="place-title">
      <div className="page-card-head">
        <h3 id="place-title">Where it is</h3>
        <ArticleBadge status={article.status} />
      </div>
      <dl>
        <dt>{article.status === 'draft' ? 'Started' : 'Requested'}</dt>
        <dd>
          <RelativeTime moment={article.created_at} />
        </dd>
        {isWaiting && (
          <>
            <dt>Waiting for</dt>
            <dd>
              <WaitNote article={article} />
            </dd>
          </>
        )}
        {claim && (
          <>
            <dt>Reviewing</dt>
            <dd>
              <UserBadge user={claim.user} />
            </dd>
          </>
        )}
        {validator && !isWaiting && (
          <>
            <dt>Validated by</dt>
            <dd>
              <UserBadge user={validator} />
            </dd>
          </>
        )}
        <UpdatesList article={article} />
        <dt>Task</dt>
        <dd>
          {task ? (
            <a href={task} target="_blank" rel="noopener noreferrer" className="with-icon">
              {section?.name ?? 'Open the task'}
              <ExternalLink size={12} aria-hidden="true" />
              <span className="visually-hidden">opens in a new tab</span>
            </a>
          ) : (
            <span className="quiet">{PENDING}</span>
          )}
        </dd>
        <dt>Post id</dt>
        <dd>
          <PostIdCell article={article} mirror={postMirror} />
          <RetryNote article={article} mirror={postMirror} />
          <PostNote article={article} />
          <RenewalNote article={article} />
        </dd>
        <dt>Keyword</dt>
        <dd>
          <Keywords keywords={article.keywords} />
        </dd>
      </dl>
      {children}
    </section>
  )
}
