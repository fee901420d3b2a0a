import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { MISMATCH_PAGE_SIZE } from '#shared/features/posts/gsc-keywords/rules.ts'
import type { Rivalry } from '#shared/features/posts/rivalries/contract.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { lineLook } from '#web/ui/chart/line-style.ts'
import { FiguresCard } from '#web/ui/figures-card.tsx'
import { useContentWidth } from '#web/ui/hooks/use-content-width.ts'
import { Segmented } from '#web/ui/input/segmented.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { useActiveTheme } from '#web/ui/theme/theme-choice.ts'
import { SiteCodeBadge } from '../../ground/sites/site-code-badge.tsx'
import {
  CLEAR_FILTERS,
  EMPTY_RIVALS,
  FAILURES,
  HOW_RIVALS,
  inPeriod,
  monthWords,
  REACH_LABELS,
  SEVERITY_LABELS,
  STANDING_LABELS,
  TAB_LABELS,
  UNMATCHED_STRIKING,
} from './messages.ts'
import { PeriodPicker } from './period-picker.tsx'
import { rivalriesQuery } from './queries.ts'
import { RivalsPanel } from './rivals-panel.tsx'
import { RIVALRIES, type RivalrySearch } from './search.ts'
import type { ChangedKeywords } from './use-changed-keywords.ts'

const RIVALRY_LIST: ListOf<Rivalry, RivalrySearch> = {
  name: 'gsc-rivals',
  label: TAB_LABELS.rivals,
  ...RIVALRIES,
  size: MISMATCH_PAGE_SIZE,
  rowKey: ({ query }) => query,
  failTitle: FAILURES.rivals,
  empty: EMPTY_RIVALS,
  unmatched: { text: UNMATCHED_STRIKING, clear: CLEAR_FILTERS },
}

const TONES = { high: 'bad', medium: 'warn', low: 'quiet' } as const
const percent = (share: number) => `${Math.round(share * 100)} %`

/** The sites whose posts compete for a query, and the number of posts. */
function PostsCell({ posts }: { posts: Rivalry['posts'] }) {
  const codes = [...new Set(posts.map(({ site_code: siteCode }) => siteCode))]
  return (
    <span className="gsc-sites inline-row gap-6">
      {codes.map((code) => (
        <SiteCodeBadge key={code} code={code} />
      ))}
      <span className="quiet">{countedIn(posts.length, 'post')}</span>
    </span>
  )
}

/** The distribution of clicks as a stacked bar, with the post that keeps the query first. */
function ShareBar({ posts, theme }: { posts: Rivalry['posts']; theme: 'light' | 'dark' }) {
  const all = posts.reduce((sum, { clicks }) => sum + clicks, 0)
  if (all === 0) return <span className="quiet">no clicks</span>
  const words = posts.map(({ post_title: postTitle, clicks }) => `${postTitle}: ${percent(clicks / all)}`)
  return (
    <span
      className="gsc-shares row align-stretch gap-1"
      role="img"
      aria-label={words.join(', ')}
      title={words.join('\n')}
    >
      {posts.map(({ site_code: siteCode, post_id: postId, clicks }, place) => (
        <span
          key={`${siteCode}/${postId}`}
          style={{ flexGrow: clicks, background: lineLook(place, theme).color }}
        />
      ))}
    </span>
  )
}

const columnsOf = (theme: 'light' | 'dark'): readonly TableColumn<Rivalry>[] => [
  {
    key: 'QUERY',
    title: 'Query',
    sortable: true,
    required: true,
    place: 'name',
    render: ({ query }) => <strong className="medium">{query}</strong>,
  },
  {
    key: 'posts',
    title: 'Posts',
    required: true,
    place: 'note',
    render: ({ posts }) => <PostsCell posts={posts} />,
  },
  {
    key: 'shares',
    title: 'Share of clicks',
    width: 216,
    required: true,
    place: 'foot',
    render: ({ posts }) => <ShareBar posts={posts} theme={theme} />,
  },
  {
    key: 'STRONGEST',
    title: 'Strongest',
    numeric: true,
    labelled: true,
    render: ({ strongest }) => (strongest === null ? <span className="quiet">–</span> : percent(strongest)),
  },
  {
    key: 'CLICKS',
    title: 'Clicks',
    sortable: true,
    numeric: true,
    labelled: true,
    render: ({ clicks }) => counted(clicks),
  },
  {
    key: 'IMPRESSIONS',
    title: 'Impressions',
    sortable: true,
    numeric: true,
    labelled: true,
    render: ({ impressions }) => counted(impressions),
  },
  {
    key: 'LOST',
    title: 'Clicks lost',
    sortable: true,
    numeric: true,
    required: true,
    place: 'figure',
    render: ({ lost }) => <strong className="tabular">{counted(lost)}</strong>,
  },
  {
    key: 'severity',
    title: 'Severity',
    required: true,
    place: 'state',
    render: ({ severity }) => <StatusBadge label={SEVERITY_LABELS[severity]} tone={TONES[severity]} />,
  },
]

/** Columns that a phone shows only in the open row. */
const PHONE_WITHOUT = ['STRONGEST', 'CLICKS', 'IMPRESSIONS']

interface AnswerProps {
  total: number
  /** Clicks lost in the period. */
  lost: number
  period: RivalrySearch['period']
}

const Answer = ({ total, lost, period }: AnswerProps) => (
  <div className="answer-line gsc-answer">
    <p>
      <strong className="answer-figure">
        {counted(total)} {total === 1 ? 'query' : 'queries'}
      </strong>
      {total === 1 ? 'is' : 'are'} shared by several of our posts, costing about {counted(lost)} clicks{' '}
      {inPeriod(period)}
      {monthWords(lost, period)}
    </p>
    <p className="meta">{HOW_RIVALS['Queries shown']}</p>
  </div>
)

interface RivalryTableProps {
  search: RivalrySearch
  onChange: (patch: Partial<RivalrySearch>) => void
  changed: ChangedKeywords
  filters: ReactNode
}

/**
 * Queries for which several of our posts compete; a row opens to the days on which each was shown, and the
 * advice.
 */
export function RivalryTable({ search, onChange, changed, filters }: RivalryTableProps) {
  const query = useQuery(rivalriesQuery(search))
  const theme = useActiveTheme()
  const isPhone = useContentWidth() === 'phone'
  const columns = useMemo(
    () => columnsOf(theme).filter(({ key }) => !isPhone || !PHONE_WITHOUT.includes(key)),
    [theme, isPhone],
  )
  const { total = 0, lost = 0 } = query.data ?? {}
  const { period, reach, standing, post } = search
  return (
    <>
      {total > 0 && <Answer total={total} lost={lost} period={period} />}
      <List
        of={RIVALRY_LIST}
        search={search}
        onChange={(patch) => onChange({ post: undefined, ...patch })}
        query={query}
        columns={columns}
        toolbar={
          <div className="gsc-bar-of-list">
            <PeriodPicker
              period={period}
              onChange={(next) => onChange({ period: next, page: 1, post: undefined })}
            />
            {filters}
            <Segmented<RivalrySearch['reach']>
              aria-label="Which posts"
              value={reach}
              options={[
                { value: 'across', label: REACH_LABELS.across },
                { value: 'within', label: REACH_LABELS.within },
              ]}
              onChange={(next) => onChange({ reach: next, page: 1, post: undefined })}
            />
            <Segmented<RivalrySearch['standing']>
              aria-label="Queries shown"
              value={standing}
              options={[
                { value: 'open', label: STANDING_LABELS.open },
                { value: 'left', label: STANDING_LABELS.left },
              ]}
              onChange={(next) => onChange({ standing: next, page: 1, post: undefined })}
            />
            <span className="gsc-known push">
              <FiguresCard figures={HOW_RIVALS} />
            </span>
          </div>
        }
        expand={{
          keys: post === undefined ? [] : [post],
          onChange: (keys) => {
            const next = keys.find((key) => key !== post)
            onChange({ post: next === undefined ? undefined : String(next) })
          },
          render: (row) => <RivalsPanel row={row} period={period} changed={changed} />,
        }}
      />
    </>
  )
}
