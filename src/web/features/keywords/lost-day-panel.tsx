import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Columns2, FilePlus2 } from 'lucide-react'
import { productGap } from '#shared/features/comparison/rules.ts'
import type { KeywordRow } from '#shared/features/keywords/contract.ts'
import { safeAddress } from '#shared/features/preview/rules.ts'
import type { Stat } from '#shared/features/share-of-voice/contract.ts'
import { significant } from '#shared/format/percent.ts'
import { useMay } from '#web/api/session.ts'
import { Failed } from '#web/ui/failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ownStoryQuery } from '../comparison/queries.ts'
import { useUpdate } from '../comparison/use-update.ts'
import { statsQuery } from '../share-of-voice/queries.ts'
import { ResultBadge } from '../share-of-voice/result-badge.tsx'
import { DaysBadge } from './days-badge.tsx'
import { LOST_DAY_FAILURE } from './messages.ts'

type Story = Stat['parsed_data']
type Item = Story['items'][number]

const MONTH = 30

interface SideProps {
  label: string
  isOurs: boolean
  items: readonly Item[]
  /** What is said of a product beside its name, and whether ours lacks it. */
  noteOn: (item: Item) => { words: string; isMissing: boolean }
}

/** The products of a story, in its order. */
function Side({ label, isOurs, items, noteOn }: SideProps) {
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
            // A story may name a product twice.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
            <li key={index} className={isMissing ? 'missing' : undefined}>
              <span className="quiet tabular">{index + 1}</span>
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

interface ComparedProps {
  row: KeywordRow
  theirs: Stat
  ours: { publisher: string; parsed_data: Story }
  onCompare: (stat: Stat) => void
}

const placeIn = (items: readonly Item[], asin: string) => items.findIndex((item) => item.asin === asin) + 1
const addressOf = ({ title, fullArticleUrl }: Story) => ({ title, url: safeAddress(fullArticleUrl) ?? '' })

function Compared({ row, theirs, ours, onCompare }: ComparedProps) {
  const mayCreate = useMay('CreateArticle')
  const [their, own] = [theirs.parsed_data, ours.parsed_data]
  const update = useUpdate({
    stat: theirs,
    theirs: addressOf(their),
    ours: addressOf(own),
    publisher: ours.publisher,
  })
  const missing = their.items.filter(({ asin }) => placeIn(own.items, asin) === 0)
  const gaps = missing.map(productGap)
  const { winning_percentage: share } = row
  return (
    <div className="lost-day">
      <div className="lost-sides">
        <Side
          label={`${ours.publisher}, ours`}
          isOurs
          items={own.items}
          noteOn={({ award }) => ({ words: award, isMissing: false })}
        />
        <Side
          label={`${theirs.publisher}, held it on ${theirs.created_at}`}
          isOurs={false}
          items={their.items}
          noteOn={({ asin }) => {
            const place = placeIn(own.items, asin)
            return { words: place === 0 ? 'not in ours' : `ours ${place}`, isMissing: place === 0 }
          }}
        />
      </div>
      <aside className="lost-aside">
        <p className="lost-share">
          <strong>30 days</strong>
          <span className="quiet tabular">{share === null ? '-' : `${significant(share)} % won`}</span>
        </p>
        <DaysBadge row={row} count={MONTH} />
        <p>
          {missing.length === 0
            ? 'Every product of theirs is in ours.'
            : `${missing.length} of their ${their.items.length} products ${missing.length === 1 ? 'is' : 'are'} not in ours.`}
        </p>
        <div className="lost-actions">
          {mayCreate && gaps.length > 0 && (
            <Button
              type="primary"
              icon={<FilePlus2 size={16} aria-hidden="true" />}
              loading={update.isBusy}
              disabled={update.siteId === undefined}
              onClick={() => update.create(gaps)}
            >
              Request update
            </Button>
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
  /** The day on which others held it. */
  day: string
  onCompare: (stat: Stat) => void
}

/** The day on which a keyword was lost: what ours recommends, and what the story does that holds it now. */
export function LostDayPanel({ row, day, onCompare }: LostDayPanelProps) {
  const stats = useQuery(statsQuery(row.keyword_id, { from: day, to: day }))
  const ours = useQuery(ownStoryQuery(row.keyword_id))
  const theirs = stats.data?.find(({ is_winning: isWinning }) => !isWinning)
  const failed = [stats, ours].find(({ error }) => error !== null)
  if (theirs && ours.data)
    return <Compared row={row} theirs={theirs} ours={ours.data} onCompare={onCompare} />
  if (failed?.error)
    return (
      <Failed title={LOST_DAY_FAILURE} message={failed.error.message} onRetry={() => void failed.refetch()} />
    )
  if (stats.data && ours.data !== undefined) return <p className="quiet">There are no stories of that day.</p>
  return <Skeleton lines={5} />
}
