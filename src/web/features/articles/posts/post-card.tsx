import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { Post } from '#shared/features/articles/posts/contract.ts'
import type { ContentRow } from '#shared/features/posts/content-tracker/contract.ts'
import { counted } from '#shared/format/count.ts'
import { money } from '#shared/format/money.ts'
import { useMay } from '#web/api/session.ts'
import { SiteBadge } from '#web/features/ground/sites/site-badge.tsx'
import { useShop } from '#web/features/ground/system/queries.ts'
import { usePictures } from '#web/features/market/share-of-voice/use-pictures.ts'
import { PostProductsPanel } from '#web/features/posts/content-tracker/post-products-panel.tsx'
import { keyOf, postRowQuery } from '#web/features/posts/content-tracker/queries.ts'
import { Delta } from '#web/ui/cells/delta.tsx'
import { Moment } from '#web/ui/cells/moment.tsx'
import { ProductPicture } from '#web/ui/cells/product-picture.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { NewTabMark } from '#web/ui/text/new-tab-mark.tsx'

function PostProducts({ products }: Pick<Post['post'], 'products'>) {
  const shop = useShop()
  const pictures = usePictures(products.map(({ asin }) => asin))
  if (products.length === 0) return <p className="quiet">No products</p>
  return (
    <ol className="post-products stack gap-12">
      {products.map(({ asin, name, award }) => (
        <li key={asin}>
          <ProductPicture address={pictures.get(asin)} />
          <b className="medium break-words">{name}</b>
          {award && <span className="tag">{award}</span>}
          <a
            href={`${shop}/dp/${encodeURIComponent(asin)}`}
            target="_blank"
            rel="noopener noreferrer"
            className="with-icon"
          >
            {asin}
            <NewTabMark />
          </a>
        </li>
      ))}
    </ol>
  )
}

interface EarnedProps {
  row: ContentRow | null | undefined
}

/** A post's earnings and their change, linked to its row in the tracker; nothing if it is not tracked. */
function Earned({ row }: EarnedProps) {
  if (!row) return null
  const { EARNINGS, change, clicks, refresh, SITE, POST_TITLE } = row
  const search = { site: SITE, title: POST_TITLE.slice(0, 200), post: keyOf(row), tab: 'earnings' as const }
  return (
    <>
      <dt>Earned in 30 days</dt>
      <dd className="cluster align-stretch gap-10 row-gap-4">
        <Link to={SCREENS.contentTracker.path} search={search} className="tabular">
          {EARNINGS === null ? 'unknown' : money(EARNINGS)}
        </Link>
        {change !== null && <Delta change={change} />}
      </dd>
      <dt>Clicks in 30 days</dt>
      <dd className="tabular">
        {clicks === null ? <span className="quiet">unknown</span> : counted(clicks)}
      </dd>
      <dt>Refresh</dt>
      <dd className="tabular">{refresh} of 100</dd>
    </>
  )
}

/** The post's data, and the desk's own data about it. */
function Facts({ post: whole, row }: { post: Post } & EarnedProps) {
  const { post, focus_keyword: keyword } = whole
  const maySeeKeywords = useMay(...SCREENS.keywords.access)
  return (
    <dl className="details">
      <Earned row={row} />
      <dt>Focus keyword</dt>
      <dd>
        {!keyword ? (
          <span className="quiet">None</span>
        ) : maySeeKeywords ? (
          <Link to={SCREENS.keywords.path} search={{ keyword }}>
            {keyword}
          </Link>
        ) : (
          keyword
        )}
      </dd>
      <dt>Post id</dt>
      <dd className="tabular">{post.id}</dd>
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
  )
}

/** The data of the built-in publishing site about a post, and its earnings for users with the permission. */
export function PostCard({ post: whole }: { post: Post }) {
  const { post, site } = whole
  const isLive = post.status === 'publish'
  const mayFollow = useMay(...SCREENS.contentTracker.access)
  const { id, title } = post
  const { data: row } = useQuery({
    ...postRowQuery({ site: site.code, id }),
    enabled: mayFollow && isLive,
  })
  return (
    <article className="sheet post-card" aria-label={title}>
      <h2>{title}</h2>
      <p className="post-marks cluster gap-12 row-gap-4">
        <StatusBadge
          label={isLive ? 'Published' : 'Draft'}
          tone={isLive ? 'accent' : 'quiet'}
          mark={isLive ? 'solid' : 'hollow'}
        />
        <SiteBadge site={site} />
        {post.authorName && <span className="quiet">by {post.authorName}</span>}
      </p>
      <div className={post.heroImageUrl ? 'post-facts pictured' : 'post-facts'}>
        {post.heroImageUrl && <img src={post.heroImageUrl} alt="" />}
        <Facts post={whole} row={row} />
      </div>
      <h3>Products</h3>
      {row ? <PostProductsPanel row={row} /> : <PostProducts products={post.products} />}
    </article>
  )
}
