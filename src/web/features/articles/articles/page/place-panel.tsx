import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { waitOf } from '#shared/features/articles/articles/rules.ts'
import { useMay } from '#web/api/session.ts'
import { claimsQuery } from '#web/features/articles/claims/queries.ts'
import { UserBadge } from '#web/features/ground/users/user-badge.tsx'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { ArticleBadge } from '../article-badge.tsx'
import { CopiesList } from '../copies-list.tsx'
import { NONE } from '../messages.ts'
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
  const { qa_user: validator } = article
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
        <CopiesList article={article} />
        <dt>Keyword</dt>
        <dd>
          <Keywords keywords={article.keywords} />
        </dd>
      </dl>
      {children}
    </section>
  )
}
