import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleDashed, Clock, CornerDownLeft, TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { Moves } from '#shared/features/keywords/keywords/contract.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { useMay } from '#web/api/session.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { useDayOf, useToday } from '#web/ui/hooks/use-day.ts'
import { FAILURES, heldWords, visitDay } from './messages.ts'
import { movesQuery } from './queries.ts'
import type { KeywordsSearch } from './search.ts'

const movesWords = ({ lost, won }: Moves) => `${counted(lost)} lost, ${counted(won)} won`

/** The changes since the last visit, in a line below the summary. */
function aboutOf(moves: Moves, visit: string): string {
  const { tracked, collected, visited_at: at, articles, collecting } = moves
  if (tracked === 0) return 'Add a keyword or upload a CSV file. We check tracked keywords every day.'
  if (collecting)
    return `${counted(collecting.done)} of ${counted(collecting.total)} checked today. The rest show earlier results.`
  if (collected === 0) return 'We check tracked keywords once a day.'
  const since = at === null ? 'In the last seven days' : `Since your visit ${visit}`
  const returned = articles?.returned ?? 0
  const waiting = articles === null ? '' : `, ${counted(articles.waiting)} waiting for review`
  const back = returned === 0 ? '' : `, and ${countedIn(returned, 'article')} returned to you`
  return `${since}: ${movesWords(moves)}${waiting}${back}.`
}

interface FactProps {
  icon: ReactNode
  label: string
  count: number
  about?: string | undefined
}

function Fact({ icon, label, count, about }: FactProps) {
  return (
    <>
      <span className="fact-label row gap-6 meta nowrap">
        {icon}
        {label}
      </span>
      <span className="fact-count">{counted(count)}</span>
      <span className="meta ellipsis">{about}</span>
    </>
  )
}

interface FilterFactProps extends FactProps {
  isOn: boolean
  onPress: () => void
}

function FilterFact({ isOn, onPress, ...fact }: FilterFactProps) {
  return (
    <button type="button" className="fact" aria-pressed={isOn} onClick={onPress}>
      <Fact {...fact} />
    </button>
  )
}

interface MovesPanelProps {
  search: KeywordsSearch
  onChange: (patch: Partial<KeywordsSearch>) => void
}

function ReturnedFact({ count }: { count: number }) {
  return (
    <Link to={SCREENS.pendingArticles.path} className="fact">
      <Fact
        icon={<CornerDownLeft size={14} aria-hidden className="tone-warn" />}
        label="Returned to you"
        count={count}
      />
    </Link>
  )
}

/** Work that came back to the user is first. */
function Facts({ moves, than, search, onChange }: MovesPanelProps & { moves: Moves; than: string }) {
  const { since, lost, won, articles, tracked, collected } = moves
  const today = useToday()
  const waitingSince = useDayOf(articles?.waiting_since ?? new Date())
  const toggle = (name: 'lostSince' | 'wonSince') => {
    const isOn = search[name] === since
    onChange({ lostSince: undefined, wonSince: undefined, [name]: isOn ? undefined : since, page: 1 })
  }
  const size = { size: 14, 'aria-hidden': true }
  const returned = articles?.returned ?? 0
  return (
    <div className="facts row align-stretch">
      {returned > 0 && <ReturnedFact count={returned} />}
      <FilterFact
        icon={<TrendingDown {...size} className="tone-bad" />}
        label={`Lost since ${than}`}
        count={lost}
        isOn={search.lostSince === since}
        onPress={() => toggle('lostSince')}
      />
      <FilterFact
        icon={<TrendingUp {...size} className="tone-good" />}
        label={`Won since ${than}`}
        count={won}
        isOn={search.wonSince === since}
        onPress={() => toggle('wonSince')}
      />
      {articles && (
        <>
          <Link to={SCREENS.pendingArticles.path} className="fact">
            <Fact
              icon={<Clock {...size} className="tone-note" />}
              label="Waiting for review"
              count={articles.waiting}
              about={articles.waiting > 0 ? `oldest since ${visitDay(waitingSince, today)}` : undefined}
            />
          </Link>
          {returned === 0 && <ReturnedFact count={0} />}
        </>
      )}
      <div className="fact">
        <Fact icon={<CircleDashed {...size} />} label="No data yet" count={tracked - collected} />
      </div>
    </div>
  )
}

/**
 * The changes since the last visit: a sentence, and figures that filter the list below or link to the queue.
 */
export function MovesPanel({ search, onChange }: MovesPanelProps) {
  const { data: moves, error, refetch } = useQuery(movesQuery)
  const today = useToday()
  const mayUpload = useMay('KeywordsUpload')
  const visitedOn = useDayOf(moves?.visited_at ?? new Date())
  if (!moves && error)
    return <Failed title={FAILURES.list} message={error.message} onRetry={() => void refetch()} />
  if (!moves) return <div className="moves-panel mb-16 awaited-moves" />
  const than = visitDay(moves.since, today)
  const visit = visitDay(visitedOn, today)
  return (
    <section className="moves-panel mb-16" aria-label="What changed">
      <h2>{heldWords(moves, than)}</h2>
      <p className="quiet">
        {aboutOf(moves, visit === 'yesterday' ? visit : `on ${visit}`)}{' '}
        {moves.tracked === 0 && mayUpload && <Link to={SCREENS.uploadKeywords.path}>CSV Upload</Link>}
      </p>
      {moves.tracked > 0 && <Facts moves={moves} than={than} search={search} onChange={onChange} />}
    </section>
  )
}
