import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Columns2, FilePlus2 } from 'lucide-react'
import { type ReactNode, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import {
  causesOf,
  type Gap,
  lackedIn,
  productGap,
  rankIn,
} from '#shared/features/articles/comparison/rules.ts'
import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import type { Stat } from '#shared/features/market/share-of-voice/contract.ts'
import { plusDays } from '#shared/format/day.ts'
import { significant } from '#shared/format/percent.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useMay } from '#web/api/session.ts'
import { CalendarDay } from '#web/ui/cells/moment.tsx'
import { ProductPicture } from '#web/ui/cells/product-picture.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useDayOf } from '#web/ui/hooks/use-day.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ownStoryQuery } from '../../articles/comparison/queries.ts'
import { UpdatesNote } from '../../articles/comparison/updates-note.tsx'
import { useAnswered } from '../../articles/comparison/use-answered.ts'
import { useUpdate } from '../../articles/comparison/use-update.ts'
import { statsQuery } from '../../market/share-of-voice/queries.ts'
import { ResultBadge } from '../../market/share-of-voice/result-badge.tsx'
import { usePictures } from '../../market/share-of-voice/use-pictures.ts'
import { productsQuery } from '../../products/product-library/queries.ts'
import { DaysBadge } from './days-badge.tsx'
import {
  ANSWERED,
  CAUSES,
  causeWords,
  heldByOurs,
  heldByTheirs,
  LOST_DAY_FAILURE,
  lackWords,
  NO_STORIES,
} from './messages.ts'
import { useLostDayKeys } from './use-lost-day-keys.ts'

type Story = Stat['parsed_data']
type Item = Story['items'][number]

const MONTH = 30
const byAsin = (asin: string) =>
  ({ query: asin, stock: 'All', page: 1, sort: 'product_id', sortOrder: 'asc' }) as const

interface SideProps {
  label: string
  isOurs: boolean
  items: readonly Item[]
  pictures: ReadonlyMap<string, string>
  /** The note beside a product's name, and whether our story lacks the product. */
  noteOn: (item: Item) => { words: string; isMissing: boolean }
}

/** The products of a story, in its order. */
function Side({ label, isOurs, items, pictures, noteOn }: SideProps) {
  return (
    <section className="lost-side">
      <h3>
        <ResultBadge result={isOurs ? 'won' : 'lost'} />
        {label}
      </h3>
      <ol>
        {items.map((item, index) => {
          const { words, isMissing } = noteOn(item)
          return (
            // A story can name a product twice.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
            <li key={index} className={isMissing ? 'missing' : undefined}>
              <span className="quiet tabular">{index + 1}</span>
              <ProductPicture address={pictures.get(item.asin)} />
              <span className="ellipsis" title={item.name}>
                {item.name}
              </span>
              <span className={isMissing ? 'nowrap' : 'quiet nowrap'}>{words}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/**
 * Whether our first product was out of stock on that day, and since when. If the start is unknown, this only
 * holds for today. Null without the permission to see the product library.
 */
function useFirstOut(items: readonly Item[], day: string): { since: string | null } | null {
  const asin = items[0]?.asin ?? ''
  const mayAsk = useMay('ManageProducts') && asin !== ''
  const { data } = useQuery({ ...productsQuery(byAsin(asin)), enabled: mayAsk })
  const known = data?.rows.find((product) => product.asin === asin)
  const since = useDayOf(known?.lastStock?.created_at ?? new Date())
  if (known?.in_stock !== 'OUT_OF_STOCK' || since > day) return null
  return { since: known.lastStock === null ? null : since }
}

/** The two most likely causes, by the stories and the stock of our first product. */
function CausesList({ theirs, ours, day }: { theirs: Story; ours: Story; day: string }) {
  const causes = causesOf(theirs, ours, useFirstOut(ours.items, day))
  if (causes.length === 0) return null
  return (
    <ul className="lost-causes" aria-label={CAUSES}>
      {causes.map((cause) => (
        <li key={cause.kind}>{causeWords(cause)}</li>
      ))}
    </ul>
  )
}

interface DayMenuProps {
  day: string
  /** Shows the previous or next day; undefined if there is none. */
  onEarlier: (() => void) | undefined
  onLater: (() => void) | undefined
}

interface DayButtonProps {
  label: string
  hint: string
  icon: ReactNode
  onPress: (() => void) | undefined
}

const DayButton = ({ label, hint, icon, onPress }: DayButtonProps) => (
  <Button
    type="text"
    size="small"
    aria-label={label}
    title={`${label} (${hint})`}
    icon={icon}
    disabled={!onPress}
    onClick={onPress}
  />
)

/** The menu that chooses the day. */
function DayMenu({ day, onEarlier, onLater }: DayMenuProps) {
  return (
    <div className="row gap-4 small mb-8">
      <DayButton label="The day before" hint="[" icon={<ChevronLeft size={16} />} onPress={onEarlier} />
      <strong aria-live="polite">
        <CalendarDay day={day} />
      </strong>
      <DayButton label="The day after" hint="]" icon={<ChevronRight size={16} />} onPress={onLater} />
    </div>
  )
}

/** Requests the update after a question. */
type RequestRef = RefObject<(() => void) | null>

interface RequestButtonProps {
  request: RequestRef
  update: ReturnType<typeof useUpdate>
  gaps: Gap[]
  /** The title of the published article that has all of these gaps. */
  answeredBy: string | undefined
}

/** Requests the update, at once by a click and after a question by `U`. */
function RequestButton({ request, update, gaps, answeredBy }: RequestButtonProps) {
  useImperativeHandle(request, () => () => update.create(gaps, { answeredBy, isByKey: true }))
  return (
    <Button
      type={update.begun.length > 0 || answeredBy !== undefined ? 'default' : 'primary'}
      title="Request update (U)"
      icon={<FilePlus2 size={16} aria-hidden="true" />}
      loading={update.isBusy}
      disabled={update.siteId === undefined}
      onClick={() => update.create(gaps, { answeredBy })}
    >
      Request update
    </Button>
  )
}

interface ComparedProps {
  row: KeywordRow
  request: RequestRef
  theirs: Stat
  ours: { publisher: string; parsed_data: Story }
  onCompare: (stat: Stat) => void
}

const addressOf = ({ title, fullArticleUrl }: Story) => ({ title, url: safeAddress(fullArticleUrl) ?? '' })

/** Both stories of a day and the actions that follow. An update is requested once per day. */
function Compared({ row, request, theirs, ours, onCompare }: ComparedProps) {
  const mayCreate = useMay('CreateArticle')
  const [their, own] = [theirs.parsed_data, ours.parsed_data]
  const update = useUpdate({
    stat: theirs,
    theirs: addressOf(their),
    ours: addressOf(own),
    publisher: ours.publisher,
  })
  const pictures = usePictures([...own.items, ...their.items].map(({ asin }) => asin))
  const missing = lackedIn(their.items, own.items)
  const gaps = missing.map(productGap)
  const answered = useAnswered(
    update.out?.article_id,
    missing.map(({ asin }) => asin),
  )
  const { winning_percentage: share } = row
  return (
    <div className="lost-stories stack bounded gap-24">
      <div className="lost-sides stack bounded gap-12">
        <Side
          label={`${ours.publisher}, ours`}
          isOurs
          items={own.items}
          pictures={pictures}
          noteOn={({ award }) => ({ words: award, isMissing: false })}
        />
        <Side
          label={`${theirs.publisher}, held it on ${theirs.created_at}`}
          isOurs={false}
          items={their.items}
          pictures={pictures}
          noteOn={({ asin }) => {
            const place = rankIn(own.items, asin)
            return { words: place === 0 ? 'not in ours' : `ours ${place}`, isMissing: place === 0 }
          }}
        />
      </div>
      <aside className="lost-aside stack bounded gap-8">
        <p className="row align-stretch between">
          <strong>30 days</strong>
          <span className="quiet tabular">{share === null ? '-' : `${significant(share)} % won`}</span>
        </p>
        <DaysBadge row={row} count={MONTH} />
        <p>
          {missing.length === 0
            ? 'Our article has all of their products.'
            : lackWords(missing.length, their.items.length, answered ? theirs.created_at : null)}
        </p>
        <CausesList theirs={their} ours={own} day={theirs.created_at} />
        <UpdatesNote updates={update.begun} />
        {answered && <UpdatesNote label={ANSWERED} updates={[answered]} />}
        <div className="cluster align-stretch gap-8">
          {mayCreate && gaps.length > 0 && (
            <RequestButton {...{ request, update, gaps }} answeredBy={answered?.title} />
          )}
          <Button icon={<Columns2 size={16} aria-hidden="true" />} onClick={() => onCompare(theirs)}>
            Compare
          </Button>
        </div>
      </aside>
    </div>
  )
}

interface LostDayPanelProps {
  row: KeywordRow
  /** The day on which another publisher held the keyword. */
  day: string
  onCompare: (stat: Stat) => void
}

/** The stories of a day, or why they are missing. Those of another day are not shown while they load. */
function DayStories({ row, day, request, onCompare }: LostDayPanelProps & Pick<ComparedProps, 'request'>) {
  const stats = useQuery(statsQuery(row.keyword_id, { from: day, to: day }))
  const ours = useQuery(ownStoryQuery(row.keyword_id, day))
  const hasNone = ours.error instanceof ApiError && ours.error.status === 404
  const failed = [stats, ...(hasNone ? [] : [ours])].find(({ data, error }) => error !== null && !data)
  if (failed?.error)
    return (
      <Failed title={LOST_DAY_FAILURE} message={failed.error.message} onRetry={() => void failed.refetch()} />
    )
  if (!stats.data || stats.isPlaceholderData) return <Skeleton lines={5} />
  const theirs = stats.data.find(({ is_winning: isWinning }) => !isWinning)
  const own = stats.data.find(({ is_winning: isWinning }) => isWinning)
  if (!theirs) return <p className="quiet">{own ? heldByOurs(own.publisher) : NO_STORIES}</p>
  if (hasNone) return <p className="quiet">{heldByTheirs(theirs.publisher)}</p>
  if (!ours.data) return <Skeleton lines={5} />
  return <Compared key={day} {...{ row, request, theirs, onCompare }} ours={ours.data} />
}

/**
 * A day on which a keyword was lost, by default the latest: our recommendations beside those of the story
 * that held it. `U` asks whether to request the update, `[` and `]` show the day before and after.
 */
export function LostDayPanel({ row, day: lostOn, onCompare }: LostDayPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const request = useRef<() => void>(null)
  const [ago, setAgo] = useState(0)
  const day = plusDays(lostOn, -ago)
  const earlier = ago + 1 < MONTH ? () => setAgo(ago + 1) : undefined
  const later = ago > 0 ? () => setAgo(ago - 1) : undefined
  useLostDayKeys(panel, {
    u: () => request.current?.(),
    '[': () => earlier?.(),
    ']': () => later?.(),
  })
  return (
    <div ref={panel} className="lost-day">
      <DayMenu day={day} onEarlier={earlier} onLater={later} />
      <DayStories {...{ row, day, request, onCompare }} />
    </div>
  )
}
