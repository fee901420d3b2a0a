import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowRight, Undo2 } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { PostKeywordRow } from '#shared/features/posts/gsc-keywords/contract.ts'
import { isSameKeyword, MISMATCH_PAGE_SIZE } from '#shared/features/posts/gsc-keywords/rules.ts'
import { counted } from '#shared/format/count.ts'
import { useContentWidth } from '#web/ui/hooks/use-content-width.ts'
import { Button } from '#web/ui/input/button.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { fitting, type LeftOutByRoom } from '#web/ui/list/fitting.ts'
import { List, type ListOf, type ListPage } from '#web/ui/list/list.tsx'
import type { TickedRows } from '#web/ui/list/use-ticked.ts'
import { BOTH, CLEAR_FILTERS, EMPTY_MISMATCH, FAILURES, TAB_LABELS, UNMATCHED } from './messages.ts'
import { PostQueriesPanel } from './post-queries-panel.tsx'
import { PostTitleCell } from './post-title-cell.tsx'
import { keyOf } from './queries.ts'
import { FILTERED, type GscSearch } from './search.ts'
import type { ChangedKeyword, ChangedKeywords } from './use-changed-keywords.ts'

const MISMATCH: ListOf<PostKeywordRow, GscSearch> = {
  name: 'gsc-mismatch',
  label: TAB_LABELS.mismatch,
  ...FILTERED,
  size: MISMATCH_PAGE_SIZE,
  rowKey: keyOf,
  rowHeight: 44,
  failTitle: FAILURES.mismatch,
  empty: EMPTY_MISMATCH,
  unmatched: { text: UNMATCHED, clear: CLEAR_FILTERS },
}

const DASH = <span className="quiet">–</span>
const LEFT_OUT: LeftOutByRoom = {
  wide: [],
  medium: ['POST_ID', 'IMPRESSIONS'],
  tight: ['POST_ID', 'POSITION', 'IMPRESSIONS'],
}

/** Columns that a phone shows only in the open row. */
const PHONE_WITHOUT = ['POST_ID', 'IMPRESSIONS', 'POSITION', 'best']

/** A search query, truncated to the available width; the full text is shown on hover. */
const Words = ({ text }: { text: string }) => (
  <span className="gsc-words" title={text}>
    {text}
  </span>
)

/** The new keyword above the previous one, and the error if saving it failed. */
function KeywordCell({ row, changed }: { row: PostKeywordRow; changed: ChangedKeyword | undefined }) {
  if (changed === undefined)
    return row.POST_KEYWORD === null ? (
      <span className="quiet">No keyword</span>
    ) : (
      <Words text={row.POST_KEYWORD} />
    )
  return (
    <span className="stack">
      <strong>{changed.after}</strong>
      {changed.before !== null && <s className="meta">{changed.before}</s>}
      {changed.error !== null && (
        <span className="caption bad-text" role="alert">
          {changed.error}
        </span>
      )}
    </span>
  )
}

/** The clicks of the current keyword and of the best query. */
function ClicksCell({ row, changed }: { row: PostKeywordRow; changed: ChangedKeyword | undefined }) {
  const clicks = changed?.clicks ?? row.keywords[0]?.CLICKS ?? 0
  return (
    <span className="gsc-clicks inline-row gap-4 tabular">
      <span className="quiet">{counted(row.now?.CLICKS ?? 0)}</span>
      <ArrowRight className="quiet" size={12} aria-label="to" />
      <strong>{counted(clicks)}</strong>
    </span>
  )
}

interface RowActionProps {
  row: PostKeywordRow
  changed: ChangedKeywords
}

function RowAction({ row, changed: { changes, apply, undo } }: RowActionProps) {
  const [best] = row.keywords
  if (changes.has(keyOf(row)))
    return (
      <Button
        type="text"
        size="small"
        icon={<Undo2 size={14} aria-hidden="true" />}
        onClick={() => undo(keyOf(row))}
      >
        Undo
      </Button>
    )
  return (
    best && (
      <Button type="link" size="small" onClick={() => apply(row, best)}>
        Apply best
      </Button>
    )
  )
}

function columnsOf(changed: ChangedKeywords): TableColumn<PostKeywordRow>[] {
  const of = (row: PostKeywordRow) => changed.changes.get(keyOf(row))
  return [
    {
      key: 'POST_TITLE',
      title: 'Post',
      sortable: true,
      required: true,
      place: 'name',
      render: ({ SITE_CODE, POST_TITLE, permalink }) => (
        <PostTitleCell code={SITE_CODE} title={POST_TITLE} address={permalink} />
      ),
    },
    {
      key: 'POST_ID',
      title: 'Post id',
      sortable: true,
      numeric: true,
      labelled: true,
      render: ({ POST_ID }) => <span className="quiet">{POST_ID}</span>,
    },
    {
      key: 'POST_KEYWORD',
      title: 'Keyword',
      sortable: true,
      required: true,
      place: 'note',
      render: (row) => <KeywordCell row={row} changed={of(row)} />,
    },
    {
      key: 'best',
      title: 'Best query by clicks',
      required: true,
      labelled: true,
      render: (row) => {
        const [best] = row.keywords
        if (!best) return DASH
        const isApplied = isSameKeyword(of(row)?.after ?? null, best.QUERY)
        return isApplied ? <span className="quiet">applied</span> : <Words text={best.QUERY} />
      },
    },
    {
      key: 'CLICKS',
      title: 'Clicks',
      sortable: true,
      numeric: true,
      required: true,
      place: 'figure',
      render: (row) => <ClicksCell row={row} changed={of(row)} />,
    },
    {
      key: 'IMPRESSIONS',
      title: 'Impressions',
      sortable: true,
      numeric: true,
      labelled: true,
      render: ({ keywords: [best] }) => (best ? counted(best.IMPRESSIONS) : DASH),
    },
    {
      key: 'POSITION',
      title: 'Position',
      sortable: true,
      numeric: true,
      labelled: true,
      render: ({ keywords: [best] }) => (best ? best.position.toFixed(1) : DASH),
    },
    {
      key: 'action',
      title: 'Actions',
      required: true,
      numeric: true,
      width: 104,
      place: 'actions',
      render: (row) => <RowAction row={row} changed={changed} />,
    },
  ]
}

/** In narrow layouts both are shown in full: the best query is below the keyword. */
const withBoth = (columns: TableColumn<PostKeywordRow>[], { changes }: ChangedKeywords) =>
  columns
    .filter(({ key }) => key !== 'best')
    .map((column) =>
      column.key === 'POST_KEYWORD'
        ? {
            ...column,
            title: BOTH,
            render: (row: PostKeywordRow) => (
              <span className="stack gsc-both">
                {column.render(row)}
                {!changes.has(keyOf(row)) && (
                  <strong className="gsc-words medium">{row.keywords[0]?.QUERY}</strong>
                )}
              </span>
            ),
          }
        : column,
    )

/** A card of two lines: the best query is below the keyword, and the actions are beside both. */
const onPhone = (columns: TableColumn<PostKeywordRow>[], { changes }: ChangedKeywords) =>
  columns
    .filter(({ key }) => !PHONE_WITHOUT.includes(key))
    .map((column): TableColumn<PostKeywordRow> => {
      if (column.key === 'action') return { ...column, place: 'state' }
      if (column.key === 'CLICKS')
        return {
          ...column,
          render: (row) => (
            <strong className="tabular">
              {counted(changes.get(keyOf(row))?.clicks ?? row.keywords[0]?.CLICKS ?? 0)}
            </strong>
          ),
        }
      if (column.key !== 'POST_KEYWORD') return column
      return {
        ...column,
        render: (row) => (
          <span className="stack">
            {column.render(row)}
            {!changes.has(keyOf(row)) && <span className="meta">{row.keywords[0]?.QUERY}</span>}
          </span>
        ),
      }
    })

interface MismatchTableProps {
  search: GscSearch
  onChange: (patch: Partial<GscSearch>) => void
  query: UseQueryResult<ListPage<PostKeywordRow>>
  changed: ChangedKeywords
  selected: TickedRows<PostKeywordRow>
  toolbar: ReactNode
}

/**
 * Posts whose keyword differs from what people search for. Changed rows are highlighted until they are saved.
 */
export function MismatchTable({ search, onChange, query, changed, selected, toolbar }: MismatchTableProps) {
  const room = useContentWidth()
  const columns = useMemo(() => {
    const all = columnsOf(changed)
    if (room === 'phone') return onPhone(all, changed)
    return fitting(room === 'tight' ? withBoth(all, changed) : all, room, LEFT_OUT)
  }, [changed, room])
  return (
    <List
      of={MISMATCH}
      search={search}
      onChange={(patch) => onChange({ post: undefined, ...patch })}
      query={query}
      columns={columns}
      toolbar={toolbar}
      rowClassName={(row) => (changed.changes.has(keyOf(row)) ? 'gsc-row-changed' : '')}
      selection={{
        keys: selected.keys,
        onChange: selected.onChange,
        nameOf: ({ POST_TITLE }) => POST_TITLE,
      }}
      expand={{
        keys: search.post === undefined ? [] : [search.post],
        onChange: (keys) => {
          const next = keys.find((key) => key !== search.post)
          onChange({ post: next === undefined ? undefined : String(next) })
        },
        render: (row) => (
          <PostQueriesPanel
            row={row}
            period={search.period}
            chosen={changed.changes.get(keyOf(row))?.after}
            onApply={(asked) => changed.apply(row, asked)}
          />
        ),
      }}
    />
  )
}
