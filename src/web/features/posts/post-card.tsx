import { ExternalLink } from 'lucide-react'
import type { Post } from '#shared/features/posts/contract.ts'
import { SiteBadge } from '#web/features/sites/site-badge.tsx'
import { useShop } from '#web/features/system/queries.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'

function PostProducts({ products }: Pick<Post['post'], 'products'>) {
  const shop = useShop()
  if (products.length === 0) return <p className="quiet">No products</p>
  return (
    <ol className="post-products">
      {products.map(({ asin, name, award }) => (
        <li key={asin}>
          <b>{name}</b>
          {award && <span className="quiet">{award}</span>}
          <a
            href={`${shop}/dp/${encodeURIComponent(asin)}`}
            target="_blank"
            rel="noopener noreferrer"
            className="with-icon"
          >
            {asin}
            <ExternalLink size={12} aria-hidden="true" />
            <span className="visually-hidden">opens in a new tab</span>
          </a>
        </li>
      ))}
    </ol>
  )
}

/** What the built-in publishing site knows of a post. */
export function PostCard({ post: whole }: { post: Post }) {
  const { post, site } = whole
  const isLive = post.status === 'publish'
  return (
    <article className="sheet post-card" aria-label={post.title}>
      {post.heroImageUrl && <img src={post.heroImageUrl} alt="" />}
      <h2>{post.title}</h2>
      <p className="post-marks">
        <StatusBadge
          label={isLive ? 'Published' : 'Draft'}
          tone={isLive ? 'accent' : 'quiet'}
          mark={isLive ? 'solid' : 'hollow'}
        />
        <SiteBadge site={site} />
        {post.authorName && <span className="quiet">by {post.authorName}</span>}
      </p>
      <dl className="details">
        <dt>Post id</dt>
        <dd className="tabular">{post.id}</dd>
        <dt>Focus keyword</dt>
        <dd>{whole.focus_keyword || <span className="quiet">None</span>}</dd>
        <dt>Created</dt>
        <dd>
          <Moment moment={whole.created_at} />
        </dd>
        <dt>Changed</dt>
        <dd>
          <Moment moment={whole.modified_at} />
        </dd>
        {post.datePublished && (
          <>
            <dt>Live since</dt>
            <dd>
              <Moment moment={post.datePublished} />
            </dd>
          </>
        )}
      </dl>
      <h3>Products</h3>
      <PostProducts products={post.products} />
    </article>
  )
}
