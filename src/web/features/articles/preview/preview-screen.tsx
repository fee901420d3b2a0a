import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ExternalLink, FileX } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { PreviewPost } from '#shared/features/articles/preview/contract.ts'
import { postNotFound, SITE_CODE, safeAddress } from '#shared/features/articles/preview/rules.ts'
import type { Site } from '#shared/features/ground/sites/contract.ts'
import { Id } from '#shared/http/fields.ts'
import { POST_GONE } from '#web/features/articles/posts/messages.ts'
import { SiteBadge } from '#web/features/ground/sites/site-badge.tsx'
import { DeadEnd } from '#web/features/ground/system/dead-end-card.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { Page } from '#web/ui/page.tsx'
import { FAILURES, STATUS_LABELS, VIEW_LABELS } from './messages.ts'
import { PricesNote } from './prices-note.tsx'
import { previewQuery } from './queries.ts'
import { PreviewSearch } from './search.ts'
import { ShopPanel } from './shop-panel.tsx'
import { useProducts } from './use-products.ts'

const VIEWS = (['collapsed', 'full'] as const).map((value) => ({ value, label: VIEW_LABELS[value] }))

function OpenPost({ address }: { address: string }) {
  const href = safeAddress(address)
  if (href === null) return null
  if (href.startsWith('/')) {
    return (
      <Link to={href} className="btn btn-primary">
        Open post
      </Link>
    )
  }
  return (
    <a href={href} className="btn btn-primary" target="_blank" rel="noopener noreferrer">
      <ExternalLink size={16} aria-hidden="true" />
      Open post
      <span className="visually-hidden">, opens in a new tab</span>
    </a>
  )
}

function Identity({ post, site }: { post: PreviewPost; site: Site }) {
  return (
    <>
      <SiteBadge site={site} />
      <span className="tabular">{post.id}</span>
      <StatusBadge
        label={STATUS_LABELS[post.status]}
        tone={post.status === 'publish' ? 'accent' : 'quiet'}
        mark={post.status === 'publish' ? 'solid' : 'hollow'}
      />
    </>
  )
}

/** An article as the shopping page that readers will see, with live prices and stock of its products. */
export function PreviewScreen() {
  const params: { site?: string; id?: string } = useParams({ strict: false })
  const code = params.site?.toLowerCase() ?? ''
  const id = SITE_CODE.test(code) ? Id.safeParse(params.id).data : undefined
  const [{ view }, change] = useSearchState(PreviewSearch)
  const preview = useQuery({ ...previewQuery(code, id ?? 0), enabled: id !== undefined })
  const { post, site, site_color: siteColor = null } = preview.data ?? {}
  const live = useProducts(post?.products.map(({ asin }) => asin) ?? [])
  return (
    <Page
      title={SCREENS.preview.title}
      about={post && site && <Identity post={post} site={site} />}
      actions={
        post && (
          <>
            <PricesNote live={live} />
            <Segmented
              aria-label="View"
              options={VIEWS}
              value={view}
              onChange={(chosen) => change({ view: chosen })}
            />
            <OpenPost address={post.url} />
          </>
        )
      }
    >
      {post && site ? (
        <ShopPanel post={post} site={site} siteColor={siteColor} live={live} view={view} />
      ) : id === undefined || preview.data === null ? (
        <DeadEnd
          icon={<FileX size={20} aria-hidden="true" />}
          title={postNotFound(params.id ?? '')}
          text={POST_GONE}
          ways={['contentTracker', 'articles', 'tools']}
        />
      ) : (
        <div className="shop shop-state">
          {preview.error ? (
            <Failed
              title={FAILURES.post}
              message={preview.error.message}
              onRetry={() => void preview.refetch()}
            />
          ) : (
            <>
              <div className="shop-hero placeholder" />
              <Skeleton lines={9} />
            </>
          )}
        </div>
      )}
    </Page>
  )
}
