import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { SiteBadge } from '#web/features/ground/sites/site-badge.tsx'
import { usePictures } from '#web/features/market/share-of-voice/use-pictures.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { LinkedText } from '#web/ui/text/linked-text.tsx'
import { ArticleBadge } from '../article-badge.tsx'
import { ArticleLink } from '../article-link.tsx'
import { ChecklistPanel } from '../checklist-panel.tsx'
import { CopiesList } from '../copies-list.tsx'
import { HeroImageCell } from '../hero-image-cell.tsx'
import { ARTICLE_MISSING, FAILURES, NONE, PENDING } from '../messages.ts'
import { ProductsList } from '../products-list.tsx'
import { articleQuery } from '../queries.ts'
import { RejectionNotesList } from '../rejection-notes-list.tsx'
import { UpdatesList } from '../updates-list.tsx'
import { EventsList } from './events-list.tsx'
import { TaskPanel } from './task-panel.tsx'
import { VersionsPanel } from './versions-panel.tsx'

const Absent = ({ children }: { children: ReactNode }) => <span className="quiet">{children}</span>

function Facts({ article }: { article: Article }) {
  const { user, qa_user: validator } = article
  const [keyword, ...others] = article.keywords
  return (
    <dl className="details">
      <dt>Keyword</dt>
      <dd>
        {keyword?.keyword ?? <Absent>{NONE}</Absent>}
        {others.length > 0 && (
          <span className="quiet" title={others.map(({ keyword: word }) => word).join(', ')}>
            {` and ${others.length} more`}
          </span>
        )}
      </dd>
      <dt>Site</dt>
      <dd>
        <SiteBadge site={article.site} />
      </dd>
      <dt>Requested By</dt>
      <dd>{fullName(user)}</dd>
      <dt>Status</dt>
      <dd>
        <ArticleBadge status={article.status} />
      </dd>
      <UpdatesList article={article} />
      <dt>Validated by</dt>
      <dd>{validator ? fullName(validator) : <Absent>{PENDING}</Absent>}</dd>
      <CopiesList article={article} />
    </dl>
  )
}

function Details({ article }: { article: Article }) {
  const pictures = usePictures(article.products.map(({ asin }) => asin))
  return (
    <div className="article-details column gap-20">
      <div className="article-details-head stack bounded gap-20">
        <HeroImageCell url={article.image_url} />
        <div>
          <h2>
            <ArticleLink id={article.article_id}>{article.title}</ArticleLink>
          </h2>
          <p className="meta">
            <RelativeTime moment={article.created_at} />
          </p>
          <Facts article={article} />
          <TaskPanel article={article} />
        </div>
      </div>
      {article.intro && (
        <section>
          <h3>Intro</h3>
          <p className="words">{article.intro}</p>
        </section>
      )}
      {article.notes && (
        <section>
          <h3>Notes</h3>
          <p className="words">
            <LinkedText text={article.notes} />
          </p>
        </section>
      )}
      <ChecklistPanel article={article} />
      <section>
        <h3>Products</h3>
        <ProductsList products={article.products} pictures={pictures} />
      </section>
      {article.faqs.length > 0 && (
        <section>
          <h3>FAQs</h3>
          <ul className="questions">
            {article.faqs.map(({ question }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: questions have no number and are only shown
              <li key={index}>{question}</li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>Rejection Notes</h3>
        <RejectionNotesList article={article} />
      </section>
      <section>
        <h3>History</h3>
        <EventsList article={article} />
      </section>
      <VersionsPanel article={article} />
    </div>
  )
}

/** All data about an article, read-only. */
export function ArticleDetailsDialog({ articleId, onClose }: { articleId: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(articleQuery(articleId))
  useFailureNotice(data ? null : error, FAILURES.read)
  return (
    <Dialog open title="Article Details" onClose={onClose}>
      {data ? (
        <Details article={data} />
      ) : error ? (
        <Failed title={ARTICLE_MISSING} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={10} />
      )}
    </Dialog>
  )
}
