import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import type { ChangesSinceReturn } from '#shared/features/articles/article-versions/contract.ts'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { changesQuery } from '#web/features/articles/article-versions/queries.ts'
import { storedPreflightQuery } from '#web/features/articles/preflight/queries.ts'
import { EditsPanel } from '#web/features/articles/replacements/edits-panel.tsx'
import { RevisionPanel } from '#web/features/articles/revisions/revision-panel.tsx'
import { UpdateMenu } from '#web/features/articles/revisions/update-menu.tsx'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { NotLoadedNote } from '#web/ui/feedback/not-loaded-note.tsx'
import { type Hold, HoldNote, useHold } from '#web/ui/hold/use-hold.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Button } from '#web/ui/input/button.tsx'
import { CopyButton } from '#web/ui/input/copy-button.tsx'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { ARTICLE, NOT_LOADED, REVIEW } from '../messages.ts'
import { ArticleSearch } from '../search.ts'
import { AnswerPanel } from './answer-panel.tsx'
import { DecidedPanel } from './decided-panel.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import { DraftPanel } from './draft-panel.tsx'
import { FactsPanel } from './facts-panel.tsx'
import { QueueMenu } from './queue-menu.tsx'
import { ReadingPanel } from './reading-panel.tsx'
import { type ArticleView, useBlocks } from './use-blocks.ts'
import { type PageReview, usePageReview } from './use-page-review.ts'
import { type ArticlePoints, usePoints } from './use-points.ts'
import { type ReviewQueue, useQueue } from './use-queue.ts'
import { useReviewKeys } from './use-review-keys.ts'

const ArticleDetailsDialog = onDemand(() =>
  import('../details/article-details-dialog.tsx').then(({ ArticleDetailsDialog }) => ArticleDetailsDialog),
)
const ArticleDialog = onDemand(() =>
  import('../editor/article-dialog.tsx').then(({ ArticleDialog }) => ArticleDialog),
)

const VIEWS: { value: ArticleView; label: string }[] = [
  { value: 'changes', label: 'Changes' },
  { value: 'clean', label: 'Clean' },
  { value: 'before', label: 'Before' },
]

interface ChangesLineProps {
  since: ChangesSinceReturn | null | undefined
  view: ArticleView
  onView: (view: ArticleView) => void
}

/** How much changed since the article was last returned, and the choice of how to show it. */
function ChangesLine({ since, view, onView }: ChangesLineProps) {
  if (!since?.returned_at) return null
  const count = since.changes.length
  const said = count === 0 ? 'Nothing has changed' : count === 1 ? 'One change' : `${count} changes`
  return (
    <div
      className={
        count === 0
          ? 'page-changes cluster between gap-16 row-gap-8 mb-8 none'
          : 'page-changes cluster between gap-16 row-gap-8 mb-8'
      }
    >
      <p>
        <b>
          {said} since the return <RelativeTime moment={since.returned_at} />
        </b>{' '}
        {count > 0 && view === 'changes' && (
          <span aria-hidden="true">
            <ins className="word-change">new</ins> <del className="word-change">gone</del>
          </span>
        )}
      </p>
      <Segmented aria-label="View" options={VIEWS} value={view} onChange={onView} size="small" />
    </div>
  )
}

interface OpenDialogProps {
  id: number
  address: ArticleSearch
  change: (patch: Partial<ArticleSearch>) => void
  /** The user has seen the article in its dialog, and may have saved or decided on it there. */
  onEdited: () => void
}

function OpenDialog({ id, address: { edit, details }, change, onEdited }: OpenDialogProps) {
  return (
    <>
      {edit && <ArticleDialog articleId={id} onClose={onEdited} onCreated={() => {}} />}
      {details && <ArticleDetailsDialog articleId={id} onClose={() => change({ details: undefined })} />}
    </>
  )
}

/** The address of the article itself, without the parameters of the current view. */
const addressOf = () => location.origin + location.pathname

const UNDER_WAY: readonly string[] = ['draft', 'requested', 'returned', 'approved']

/** The article's text differs from its post's: it is an update, or its sync stopped on a conflict. */
function showsRevision({ revises, status, mirrors }: Article): boolean {
  if (revises !== null) return UNDER_WAY.includes(status)
  return (
    status === 'published' && mirrors.some(({ target, state }) => target === 'post' && state === 'failed')
  )
}

interface FootProps {
  hold: Hold<HTMLElement>
  article: Article
  review: PageReview
  queue: ReviewQueue
  points: ArticlePoints
  onEdit: () => void
}

/** The actions that the user may take, below the text. */
function Foot({ article, review, hold, queue, points, onEdit }: FootProps) {
  const onDone = queue.goOnDecided
  if (review.isReviewer)
    return <DecisionPanel article={article} review={review} hold={hold} hasNext={queue.goOn !== undefined} />
  return (
    <footer className="page-foot" ref={hold.box}>
      {hold.isHeld && <HoldNote hold={hold} />}
      {review.may('resubmit') ? (
        <>
          {review.isDecided() && <DecidedPanel article={article} review={review} />}
          <AnswerPanel article={article} review={review} points={points} onEdit={onEdit} onDone={onDone} />
        </>
      ) : (
        <>
          {review.may('delete') && <DraftPanel article={article} onEdit={onEdit} onDone={onDone} />}
          <DecidedPanel article={article} review={review} />
        </>
      )}
    </footer>
  )
}

/** The data about an article that is loaded separately. */
function useSurroundings({ article_id: id, version }: Article) {
  const changes = useQuery(changesQuery(id, version))
  const preflight = useQuery(storedPreflightQuery(id, version))
  return { changes, since: changes.data, preflight }
}

/** An article with its details, and the user's actions at the bottom. */
export function ArticlePanel({ article, isFresh }: { article: Article; isFresh: boolean }) {
  const { article_id: id } = article
  const [address, change] = useSearchState(ArticleSearch)
  const { view } = address
  const queue = useQueue(id)
  // After resubmitting, the user stays on the article; after a decision, they go on to the next.
  const review = usePageReview({ article, isFresh }, (action) => action !== 'resubmit' && queue.goOnDecided())
  const { changes, since, preflight } = useSurroundings(article)
  const blocks = useBlocks(article, since?.before ?? null, view)
  const points = usePoints(article, since?.before ?? null)
  const openEditor = () => change({ edit: '1' })
  const region = useRef<HTMLDivElement>(null)
  const isNext = useLocation({ select: ({ state }) => state.nextToDecide === id })
  const hold = useHold<HTMLElement>(isNext, '.page-bar-buttons button')
  const setView = (chosen: ArticleView) => change({ view: chosen }, { replace: true })
  useReviewKeys({
    region,
    hold,
    review,
    queue,
    view,
    onView: since?.before ? setView : undefined,
    onEdit: openEditor,
  })
  return (
    <Page
      title={review.isReviewer ? REVIEW : ARTICLE}
      about={queue.position !== null && `${queue.position} of ${queue.total} in the queue`}
      actions={
        <>
          <QueueMenu queue={queue} />
          <Button onClick={() => change({ details: '1' })}>Article details</Button>
          <UpdateMenu article={article} />
          <CopyButton label="Copy address" text={addressOf} done="Address copied." />
          {review.may('edit') && !review.may('resubmit') && !review.may('delete') && (
            <Button onClick={openEditor}>Edit</Button>
          )}
        </>
      }
    >
      <div className="page-columns stack bounded" ref={region} tabIndex={-1}>
        <div>
          <NotLoadedNote what={NOT_LOADED.changes} query={changes} />
          <ChangesLine since={since} view={view} onView={setView} />
          {showsRevision(article) && <RevisionPanel article={article} />}
          <EditsPanel article={article} />
          <ReadingPanel
            article={article}
            blocks={blocks}
            findings={view === 'before' ? [] : (preflight.data?.findings ?? [])}
            onQuote={review.quote}
          />
          <Foot {...{ article, review, hold, queue, points }} onEdit={openEditor} />
        </div>
        <FactsPanel
          article={article}
          preflight={preflight}
          onQuote={review.quote}
          points={review.may('resubmit') ? points : undefined}
        />
      </div>
      <OpenDialog
        id={id}
        address={address}
        change={change}
        onEdited={() => {
          review.acknowledge()
          // The user decided in the dialog.
          if (review.isDecided()) queue.goOnDecided()
          else change({ edit: undefined })
        }}
      />
    </Page>
  )
}
