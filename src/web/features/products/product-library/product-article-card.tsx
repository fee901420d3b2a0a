import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { ProductArticle } from '#shared/features/products/product-library/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useMay } from '#web/api/session.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { Person } from '#web/ui/cells/person.tsx'
import { ArticleBadge } from '../../articles/articles/article-badge.tsx'
import { SiteBadge } from '../../ground/sites/site-badge.tsx'
import { PENDING, UNKNOWN } from './messages.ts'
import { ProductPictureCell } from './product-picture-cell.tsx'

const Quiet = ({ children }: { children: ReactNode }) => <span className="quiet">{children}</span>

function PostId({ article: { article_id, wordpress_id: id, site, url } }: { article: ProductArticle }) {
  const mayPreview = useMay('ViewTools')
  if (id === null) return <Quiet>{UNKNOWN}</Quiet>
  if (article_id !== null && mayPreview)
    return (
      <Link to={SCREENS.preview.path} params={{ site: site.code, id }} className="tabular">
        {id}
      </Link>
    )
  return url ? (
    <a href={url} target="_blank" rel="noopener noreferrer" className="tabular">
      {id}
    </a>
  ) : (
    <span className="tabular">{id}</span>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="stats-line">
      <dt>{label}</dt>
      <dd>{children || <Quiet>{UNKNOWN}</Quiet>}</dd>
    </div>
  )
}

function Keywords({ article: { keywords } }: { article: ProductArticle }) {
  if (keywords.length === 0) return <Quiet>{UNKNOWN}</Quiet>
  return (
    <span className="cluster align-stretch gap-4">
      {keywords.map(({ keyword }) => (
        <span key={keyword} className="tag">
          {keyword}
        </span>
      ))}
    </span>
  )
}

function Facts({ article }: { article: ProductArticle }) {
  const { site, user, qa_user: validator, status, asana_url: task, gid, created_at: at, award } = article
  return (
    <dl className="details">
      <Fact label="Keywords">
        <Keywords article={article} />
      </Fact>
      <Fact label="Award">{award}</Fact>
      <Fact label="Site">
        <SiteBadge site={site} />
      </Fact>
      <Fact label="Requester">{user && <Person person={user} />}</Fact>
      <Fact label="Status">
        <ArticleBadge status={status} />
      </Fact>
      <Fact label="Validator">{validator ? fullName(validator) : <Quiet>{PENDING}</Quiet>}</Fact>
      <Fact label="Task">
        {task ? (
          <a href={task} target="_blank" rel="noopener noreferrer">
            {gid ?? 'Open the task'}
          </a>
        ) : (
          <Quiet>{PENDING}</Quiet>
        )}
      </Fact>
      <Fact label="WordPress id">
        <PostId article={article} />
      </Fact>
      <Fact label="Created">{at && <Moment moment={at} />}</Fact>
    </dl>
  )
}

/** An article or a tracked post, collapsed except for the first. */
export function ProductArticleCard({ article, isOpen }: { article: ProductArticle; isOpen: boolean }) {
  const { title, site, status, image_url: url, article_id: id } = article
  return (
    <details className="product-article" open={isOpen}>
      <summary>
        {site.logo_url && <img src={site.logo_url} alt={site.display_name} width={20} height={20} />}
        <span className="medium break-words fill shrinkable">{title}</span>
        <ArticleBadge status={status} />
      </summary>
      <div className="product-article-body">
        <ProductPictureCell url={url} size={96} />
        <div className="stack gap-12">
          <Facts article={article} />
          {id !== null && (
            <Link to={SCREENS.article.path} params={{ id: String(id) }}>
              Open the article
            </Link>
          )}
        </div>
      </div>
    </details>
  )
}
