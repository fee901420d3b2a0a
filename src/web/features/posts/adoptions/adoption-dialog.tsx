import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { SiteAdoption } from '#shared/features/posts/adoptions/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { useMay } from '#web/api/session.ts'
import { ExportDialog } from '#web/features/ground/exports/export-dialog.tsx'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { AdoptedKeywordsPanel } from './adopted-keywords-panel.tsx'
import { AdoptionProgressPanel } from './adoption-progress-panel.tsx'
import { AdoptionReportPanel } from './adoption-report-panel.tsx'
import { ConnectWordPressPanel } from './connect-wordpress-panel.tsx'
import { ABOUT, FAILURES, NO_REFUSAL, REPORT_ABOUT } from './messages.ts'
import { adoptionQuery, prepareReport, useAdopt, useAdoptionEnd } from './queries.ts'

const WIDTH = 760

interface SiteOfAdoption {
  site_id: number
  code: string
  display_name: string
  url: string
  retired: boolean
}

interface FollowedProps {
  site: SiteOfAdoption
  adoption: SiteAdoption
}

/** The number of tracked posts, and the time of the last check. */
function Followed({ site, adoption: { followed, checked_at: checkedAt } }: FollowedProps) {
  const maySeePosts = useMay(...SCREENS.contentTracker.access)
  if (checkedAt === null) return null
  const posts = `${countedIn(followed, 'post')} followed`
  return (
    <p className="cluster align-baseline gap-12 row-gap-4 medium">
      {maySeePosts ? (
        <Link to={SCREENS.contentTracker.path} search={{ site: site.code }}>
          {posts}
        </Link>
      ) : (
        posts
      )}
      <span className="meta">
        Started <RelativeTime moment={checkedAt} />
      </span>
    </p>
  )
}

function Adoption({ site, adoption, onReport }: FollowedProps & { onReport: (id: number) => void }) {
  const mayAddKeywords = useMay('KeywordsUpload')
  const { site_id: siteId, display_name: siteName } = site
  const { refusal, running, last, news, followed } = adoption
  return (
    <>
      {refusal !== null && (
        <Alert kind="note" title={NO_REFUSAL}>
          {refusal}
        </Alert>
      )}
      {refusal !== null && !site.retired && <ConnectWordPressPanel site={site} />}
      <Followed site={site} adoption={adoption} />
      {running && <AdoptionProgressPanel siteId={siteId} siteName={siteName} run={running} />}
      {followed > 0 && mayAddKeywords && <AdoptedKeywordsPanel siteId={siteId} />}
      {news && (
        <AdoptionReportPanel run={news} title="Last check" onDownload={() => onReport(news.adoption_id)} />
      )}
      {last && (
        <AdoptionReportPanel run={last} title="Last full run" onDownload={() => onReport(last.adoption_id)} />
      )}
    </>
  )
}

interface AdoptionDialogProps {
  site: SiteOfAdoption
  onClose: () => void
}

/** Imports the posts that a site had before Copydesk: the start, the progress and the result. */
export function AdoptionDialog({ site, onClose }: AdoptionDialogProps) {
  const { site_id: siteId, display_name: name } = site
  const { data, error, refetch } = useQuery(adoptionQuery(siteId))
  const adopt = useAdopt(siteId)
  const [reported, setReported] = useState<number>()
  useAdoptionEnd(data?.running?.adoption_id)
  const mayStart = data && data.refusal === null && data.running?.kind !== 'whole'
  if (reported !== undefined)
    return (
      <ExportDialog
        title={`Report of ${name}, run ${reported}`}
        about={REPORT_ABOUT}
        request={reported}
        start={() => prepareReport(reported)}
        onClose={() => setReported(undefined)}
      />
    )
  return (
    <Dialog
      open
      width={WIDTH}
      title={`Posts of ${name}`}
      onClose={onClose}
      cancelText="Close"
      busy={adopt.isPending}
      submitText={data?.last ? 'Read all again' : 'Import posts'}
      onSubmit={mayStart ? () => adopt.mutate() : undefined}
    >
      <p className="adoption-about">{ABOUT}</p>
      {data ? (
        <Adoption site={site} adoption={data} onReport={setReported} />
      ) : error ? (
        <Failed title={FAILURES.read} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  )
}
