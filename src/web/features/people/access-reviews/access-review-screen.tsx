import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { FileX } from 'lucide-react'
import { useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { Id } from '#shared/http/fields.ts'
import { DeadEnd } from '#web/features/ground/system/dead-end-card.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { EXPORT_ABOUT, FAILURES, NO_SUCH } from './messages.ts'
import { PrintedAccounts } from './printed-accounts-list.tsx'
import { reviewQuery, startReviewFile } from './queries.ts'
import { ReviewActions } from './review-actions-menu.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { ReviewSearch } from './search.ts'
import { usePrinting } from './use-printing.ts'

const ExportDialog = onDemand(() =>
  import('../../ground/exports/export-dialog.tsx').then(({ ExportDialog }) => ExportDialog),
)

/** An access review: its open decisions, and later its permanent report. */
export function AccessReviewScreen() {
  const { id: asked } = useParams({ strict: false })
  // An invalid id is treated like an unknown one.
  const id = Id.safeParse(asked).data ?? 0
  const [search, change] = useSearchState(ReviewSearch)
  const { data: review, error, refetch } = useQuery(reviewQuery(id))
  const [isExporting, setExporting] = useState(false)
  const printing = usePrinting(id)
  return (
    <Page
      title={review?.title ?? SCREENS.accessReview.title}
      actions={
        review && (
          <ReviewActions
            review={review}
            isPrinting={printing.isReading}
            onExport={() => setExporting(true)}
            onPrint={printing.print}
          />
        )
      }
    >
      {review === undefined && error && (
        <Failed title={FAILURES.read} message={error.message} onRetry={() => void refetch()} />
      )}
      {review === undefined && !error && <Skeleton lines={8} />}
      {review === null && (
        <DeadEnd
          icon={<FileX size={20} aria-hidden="true" />}
          title={NO_SUCH}
          ways={['userAccess', 'tools']}
        />
      )}
      {review && <ReviewPanel review={review} search={search} onChange={change} />}
      {printing.accounts && <PrintedAccounts accounts={printing.accounts} />}
      {isExporting && (
        <ExportDialog
          title="Export this review as CSV"
          about={EXPORT_ABOUT}
          request={id}
          start={() => startReviewFile(id)}
          onClose={() => setExporting(false)}
        />
      )}
    </Page>
  )
}
