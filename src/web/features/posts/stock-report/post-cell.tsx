import type { StockReportRow } from '#shared/features/posts/stock-report/contract.ts'
import { NewTabMark } from '#web/ui/text/new-tab-mark.tsx'
import { SiteCodeBadge } from '../../ground/sites/site-code-badge.tsx'

/**
 * The title of a post, linked to the place where its site's editors edit it, or to the live post if there is
 * none.
 */
export function PostCell({ row }: { row: StockReportRow }) {
  const { site, POST_TITLE, edit_url: editUrl, PERMALINK } = row
  const address = editUrl ?? PERMALINK
  return (
    <span className="oos-post row gap-8 shrinkable">
      <SiteCodeBadge code={site} />
      {address === null ? (
        <span className="oos-title">{POST_TITLE}</span>
      ) : (
        <a
          className="oos-title"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          title={editUrl === null ? 'As readers see it' : 'In the editor of its site'}
        >
          {POST_TITLE}
          <NewTabMark />
        </a>
      )}
    </span>
  )
}
