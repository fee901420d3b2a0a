import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { ScannedArticle } from '#shared/features/articles/comparison/contract.ts'
import { compareArticles } from '#shared/features/articles/comparison/rules.ts'
import type { Stat } from '#shared/features/market/share-of-voice/contract.ts'
import { useMay } from '#web/api/session.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { SitePicker } from '../../ground/sites/site-picker.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { ExclusionListDialog } from './exclusion-list-dialog.tsx'
import {
  ASK_FOR_ARTICLE,
  COMMENT,
  CREATE_UPDATE,
  FAILURES,
  INSTEAD,
  REQUEST_ARTICLE,
  TITLE,
} from './messages.ts'
import { ScanFailureNote } from './scan-failure-note.tsx'
import { type ComparedPost, useComparison } from './use-comparison.ts'
import { type Gaps, useGaps } from './use-gaps.ts'
import { useUpdate } from './use-update.ts'

const WIDTH = 1180

interface ComparisonDialogProps {
  /** The stat that another publisher won. */
  statId: number
  /** Our post to compare with, if it is not the story that last held the keyword. */
  post?: ComparedPost
  onClose: () => void
}

interface UpdateBarProps {
  gaps: Gaps
  siteId: number | undefined
  onSite: (siteId: number) => void
}

/** The contents of an update, and its site. */
function UpdateBar({ gaps, siteId, onSite }: UpdateBarProps) {
  const { all, chosen, isFull } = gaps
  const isWhole = chosen.length > 0 && (isFull || chosen.length === all.length)
  return (
    <div className="update-bar cluster gap-8">
      <span role="status" className="tabular">
        {chosen.length} of {all.length} differences ticked
      </span>
      <Button type="link" size="small" disabled={all.length === 0} onClick={() => gaps.tickAll(!isWhole)}>
        {isWhole ? 'Untick all' : 'Tick all'}
      </Button>
      <span className="fill" />
      <label htmlFor="update-site">Update for</label>
      <div className="update-site">
        <SitePicker id="update-site" value={siteId} failTitle={FAILURES.sites} onChange={onSite} />
      </div>
    </div>
  )
}

interface ComparedDialogProps {
  stat: Stat
  theirs: ScannedArticle
  ours: ScannedArticle
  /** The publisher of our article. */
  ownPublisher: string
  /** Our side is not the requested post. */
  isInstead: boolean
  post: ComparedPost | undefined
  excluded: readonly string[]
  onClose: () => void
}

/** Both articles are loaded: they can be compared, and an update can be created. */
function ComparedDialog({
  stat,
  theirs,
  ours,
  ownPublisher,
  isInstead,
  post,
  excluded,
  onClose,
}: ComparedDialogProps) {
  const mayCreate = useMay('CreateArticle')
  const [isExcluding, setExcluding] = useState(false)
  const update = useUpdate({
    ...{ stat, theirs, ours },
    publisher: ownPublisher,
    post: isInstead ? undefined : post,
  })
  const { keyword, siteId } = update
  const comparison = useMemo(() => compareArticles(theirs, ours, excluded), [theirs, ours, excluded])
  const gaps = useGaps(comparison, theirs.title)
  return (
    <Dialog
      open
      title={keyword ? `${TITLE}: ${keyword.keyword}` : TITLE}
      width={WIDTH}
      submitText={CREATE_UPDATE}
      cancelText="Close"
      busy={update.isBusy}
      dirty={gaps.chosen.length > 0 && !update.isMade}
      submitDisabled={gaps.chosen.length === 0 || siteId === undefined}
      onSubmit={mayCreate ? () => update.create(gaps.chosen) : undefined}
      onClose={onClose}
      aboveFooter={mayCreate && <UpdateBar gaps={gaps} siteId={siteId} onSite={update.setSite} />}
    >
      {isInstead && <Alert kind="note">{INSTEAD}</Alert>}
      <ComparisonTable
        publisher={stat.publisher}
        ownPublisher={ownPublisher}
        day={stat.created_at}
        theirs={theirs}
        ours={ours}
        comparison={comparison}
        gaps={mayCreate ? gaps : null}
        onExclusions={() => setExcluding(true)}
      />
      {isExcluding && <ExclusionListDialog words={excluded} onClose={() => setExcluding(false)} />}
    </Dialog>
  )
}

/** If we have nothing to compare: a link to request an article, or to people with that permission. */
function WayOn({ keywordId }: { keywordId: number }) {
  const mayCreate = useMay('CreateArticle')
  if (mayCreate)
    return (
      <Link to={SCREENS.keywords.path} search={{ request: keywordId }}>
        {REQUEST_ARTICLE}
      </Link>
    )
  return (
    <>
      <p>{ASK_FOR_ARTICLE}</p>
      <Link to={SCREENS.keywords.path} search={{ keyword_id: keywordId, comments: '1' }}>
        {COMMENT}
      </Link>
    </>
  )
}

/**
 * Article Comparison: the story that won a keyword beside our story that last held it, or beside a post of
 * ours.
 */
export function ComparisonDialog({ statId, post, onClose }: ComparisonDialogProps) {
  const { stat, theirs, ours, ownPublisher, isInstead, excluded, failure, retry } = useComparison(
    statId,
    post,
  )
  if (stat && theirs.story && ours.story && ownPublisher !== null && excluded) {
    return (
      <ComparedDialog
        stat={stat}
        theirs={theirs.story}
        ours={ours.story}
        ownPublisher={ownPublisher}
        isInstead={isInstead}
        post={post}
        excluded={excluded}
        onClose={onClose}
      />
    )
  }
  const scans = [
    { ...theirs, title: FAILURES.theirs },
    { ...ours, title: FAILURES.ours },
  ].filter(({ failure: message }) => message !== null)
  const isWaiting = !failure && scans.length === 0
  return (
    <Dialog open title={TITLE} {...(isWaiting ? { width: WIDTH } : {})} onClose={onClose}>
      {failure && (
        <Failed title={failure.title} message={failure.message} onRetry={retry}>
          {failure.isNone && stat && <WayOn keywordId={stat.keyword_id} />}
        </Failed>
      )}
      {scans.map(({ title, failure: message, url, retry: again }) => (
        <ScanFailureNote key={title} title={title} message={message ?? ''} url={url} onRetry={again} />
      ))}
      {isWaiting && <Skeleton lines={14} label="Reading both articles" />}
    </Dialog>
  )
}
