import { Copy, Download } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { ResearchRow } from '#shared/features/keywords/keyword-research/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useMay } from '#web/api/session.ts'
import { Count } from '#web/ui/cells/count.tsx'
import { Sparkline } from '#web/ui/chart/sparkline.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { useContentWidth } from '#web/ui/hooks/use-content-width.ts'
import { Button } from '#web/ui/input/button.tsx'
import { copyText } from '#web/ui/input/copy-text.ts'
import type { TableColumn } from '#web/ui/list/column.ts'
import { fitting, type LeftOutByRoom } from '#web/ui/list/fitting.ts'
import { isPastEnd, pastEnd } from '#web/ui/list/past-end.tsx'
import { CompetitionBadge } from '../opportunities/competition-badge.tsx'
import { KnownBadge } from '../opportunities/known-badge.tsx'
import { TrendBadge } from '../opportunities/trend-badge.tsx'
import { COPY_ALL, copiedWords, EXPORT, FAILURES, NO_KEYWORDS, noAnswerWords } from './messages.ts'
import { type Found, useResearched } from './queries.ts'
import { keywordsOf, RESEARCH_SORTS, type ResearchSearch } from './search.ts'
import { SelectionPanel } from './selection-panel.tsx'
import { useResearchFile } from './use-research-file.ts'
import type { TickedKeywords } from './use-ticked-keywords.ts'

type Row = Found<ResearchRow>

/** Highlights the typed words in a result. */
function Marked({ text, words }: { text: string; words: string }) {
  const at = text.toLowerCase().indexOf(words.toLowerCase())
  if (words === '' || at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <b>{text.slice(at, at + words.length)}</b>
      {text.slice(at + words.length)}
    </>
  )
}

/** Columns without room are available in the column chooser. */
const LEFT_OUT: LeftOutByRoom = { wide: [], medium: ['months'], tight: ['months', 'trend'] }

const fromColumn = (asked: readonly string[]): TableColumn<Row> => ({
  key: 'from',
  title: 'From',
  labelled: true,
  render: ({ from }) => (
    <span className="inline-row align-stretch gap-4">
      {from.map((number, at) => (
        <span key={number} className="from-number">
          {at > 0 && <span className="visually-hidden">, </span>}
          {number}
          <span className="visually-hidden"> {asked[number - 1]}</span>
        </span>
      ))}
    </span>
  ),
})

const columnsFor = (asked: readonly string[]): TableColumn<Row>[] => [
  {
    key: 'keyword',
    title: 'Keyword',
    place: 'name',
    sortable: true,
    required: true,
    render: ({ keyword, from: [first = 1] }) => <Marked text={keyword} words={asked[first - 1] ?? ''} />,
  },
  ...(asked.length > 1 ? [fromColumn(asked)] : []),
  {
    key: 'volume',
    title: 'Volume',
    place: 'figure',
    sortable: true,
    numeric: true,
    render: ({ volume }) => (volume === null ? <span className="quiet">-</span> : <Count value={volume} />),
  },
  {
    key: 'months',
    title: '12 months',
    place: 'note',
    render: ({ keyword, months }) => (
      <Sparkline values={months} color="var(--accent)" label={`Searches for ${keyword}, month by month`} />
    ),
  },
  {
    key: 'trend',
    title: 'Trend',
    sortable: true,
    numeric: true,
    labelled: true,
    render: ({ trend }) => <TrendBadge value={trend} />,
  },
  {
    key: 'competition',
    title: 'Competition',
    place: 'foot',
    sortable: true,
    render: ({ competition }) => <CompetitionBadge value={competition} />,
  },
  {
    key: 'known',
    title: 'Status',
    place: 'state',
    required: true,
    fixed: 'right',
    width: 132,
    render: ({ keyword, keyword_id: id }) => <KnownBadge name={keyword} keywordId={id} />,
  },
]

/** A card on a phone has two lines. */
const ON_PHONE = ['keyword', 'volume', 'competition', 'known']
const onPhone = (columns: readonly TableColumn<Row>[]) =>
  columns
    .filter(({ key }) => ON_PHONE.includes(key))
    .map((column) => (column.key === 'competition' ? { ...column, place: 'note' as const } : column))

function compare(one: string | number | null, other: string | number | null, sign: number): number {
  // Unknown values come last in both directions.
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return one === other ? 0 : sign * (one < other ? -1 : 1)
}

const inOrder = (rows: readonly Row[], { sort, sortOrder }: ResearchSearch) =>
  sort === undefined
    ? rows
    : rows.toSorted((one, other) => compare(one[sort], other[sort], sortOrder === 'asc' ? 1 : -1))

interface ExportButtonProps {
  search: ResearchSearch
  rows: readonly Row[]
  /** Some of the lookups have not answered. */
  isPartial: boolean
}

function ExportButton({ search, rows, isPartial }: ExportButtonProps) {
  const saveRows = useResearchFile(search)
  if (rows.length === 0) return null
  return (
    <Button
      size="small"
      icon={<Download size={14} aria-hidden="true" />}
      // A file without some of the lookups would look complete.
      disabled={isPartial}
      onClick={() => saveRows(rows)}
    >
      {EXPORT}
    </Button>
  )
}

/** A limit is not lifted by another try; its message says when it ends. */
const LIMITED = 429

interface FailedListProps {
  failed: ReturnType<typeof useResearched>['failed']
  asked: readonly string[]
}

/** The keywords whose lookups failed while others succeeded. */
function FailedList({ failed, asked }: FailedListProps) {
  return failed.map(({ at, error, retry }) => (
    <p key={at} className="research-failed" role="status">
      {error instanceof ApiError && error.status === LIMITED ? (
        `${asked[at]}: ${error.message}`
      ) : (
        <>
          {noAnswerWords(asked[at] ?? '')}{' '}
          <Button type="link" size="small" onClick={retry}>
            Try again
          </Button>
        </>
      )}
    </p>
  ))
}

function CopyAllButton({ rows }: { rows: readonly Row[] }) {
  const copy = () => copyText(rows.map(({ keyword }) => keyword).join('\n'), copiedWords(rows.length))
  if (rows.length === 0) return null
  return (
    <Button size="small" type="text" icon={<Copy size={14} aria-hidden="true" />} onClick={() => void copy()}>
      {COPY_ALL}
    </Button>
  )
}

interface KeywordsPanelProps {
  search: ResearchSearch
  onChange: (patch: Partial<ResearchSearch>) => void
  ticked: TickedKeywords
}

/** Related searches, highest volume first. */
export function KeywordsPanel({ search, onChange, ticked }: KeywordsPanelProps) {
  const query = useResearched(search)
  const asked = keywordsOf(search)
  const section = useRef<HTMLElement>(null)
  const mayAdd = useMay('CreateArticle', 'KeywordsOpportunities', 'KeywordsUpload')
  const room = useContentWidth()
  const columns = useMemo(() => {
    const all = columnsFor(keywordsOf(search))
    return room === 'phone' ? onPhone(all) : fitting(all, room, LEFT_OUT)
  }, [search, room])
  const all = query.data?.rows
  const ordered = all && inOrder(all, search)
  const rows = ordered?.slice((search.page - 1) * PAGE_SIZE, search.page * PAGE_SIZE)
  const { selected, tick, untick } = ticked
  const page = {
    current: search.page,
    size: PAGE_SIZE,
    total: all?.length ?? 0,
    onChange: (next: number) => onChange({ page: next }),
  }
  const leave = (keywords: readonly string[]) => {
    untick(keywords)
    // Removing it would lose the focus. If the user has moved the focus elsewhere, it stays there.
    const { activeElement: focused } = document
    const bar = section.current?.querySelector('.research-selection')
    if (focused !== document.body && !bar?.contains(focused)) return
    section.current
      ?.querySelector<HTMLElement>('tr[data-row-key][tabindex="0"]')
      ?.focus({ preventScroll: true })
  }
  return (
    <section className="research-part" aria-label="Keywords" ref={section}>
      <div className="research-head row between gap-8">
        <h2 className="push-right">Keywords {all && <span className="quiet">{all.length}</span>}</h2>
        <CopyAllButton rows={ordered ?? []} />
        <ExportButton
          search={search}
          rows={ordered ?? []}
          isPartial={query.isFetching || query.failed.length > 0}
        />
      </div>
      <FailedList failed={query.failed} asked={asked} />
      <DataTable
        name="keyword-research"
        label="Keyword results"
        columns={columns}
        rows={rows}
        rowKey={({ keyword }) => keyword}
        query={query}
        failTitle={FAILURES.keywords}
        empty={isPastEnd(page) ? pastEnd(page) : { text: NO_KEYWORDS }}
        {...(search.sort === undefined ? {} : { sort: { key: search.sort, order: search.sortOrder } })}
        onSort={(sort) => {
          const key = RESEARCH_SORTS.find((each) => each === sort?.key)
          onChange({ sort: key, sortOrder: sort?.order, page: 1 })
        }}
        page={page}
        {...(mayAdd
          ? {
              selection: {
                keys: selected,
                onChange: (keys) => tick(keys.map(String)),
                nameOf: ({ keyword }: Row) => keyword,
                isOff: ({ keyword_id: id }: Row) => id !== undefined,
              },
            }
          : {})}
      />
      {mayAdd && selected.length > 0 && <SelectionPanel keywords={selected} onLeave={leave} />}
    </section>
  )
}
