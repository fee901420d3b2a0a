import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FilePlus2, MessageSquare, Pencil, Plus } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import { daysBetween } from '#shared/format/day.ts'
import { significant } from '#shared/format/percent.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMay } from '#web/api/session.ts'
import { CalendarDay } from '#web/ui/cells/moment.tsx'
import { PercentBar } from '#web/ui/cells/percent-bar.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { useDayOf, useToday } from '#web/ui/hooks/use-day.ts'
import { Button } from '#web/ui/input/button.tsx'
import { IconButton } from '#web/ui/input/icon-button.tsx'
import { Switch } from '#web/ui/input/switch.tsx'
import type { RowKey, TableColumn } from '#web/ui/list/column.ts'
import { List, type ListOf, type ListPage } from '#web/ui/list/list.tsx'
import { ArticleBadge } from '../../articles/articles/article-badge.tsx'
import { SiteLogosBadge } from '../../ground/sites/site-badge.tsx'
import { ResultBadge } from '../../market/share-of-voice/result-badge.tsx'
import { useUndoToast } from '../keyword-changes/queries.ts'
import { DaysBadge } from './days-badge.tsx'
import { CLEAR_FILTERS, EMPTY, EMPTY_ABOUT, FAILURES, LIVE_POST } from './messages.ts'
import { useTrackKeyword } from './queries.ts'
import { asksWhatMoved, FILTERS, KeywordsSearch } from './search.ts'
import { SinceNote } from './since-note.tsx'
import { useColumnsInAddress } from './use-columns.ts'

/** Keeps a row one line high. */
const MOST_TAGS = 2
const MOST_LOGOS = 2
const WEEK = 7
const ACTIONS_WIDTH = 80
const RECENT = ['today', 'yesterday']

type Change = (patch: Partial<KeywordsSearch>) => void

function TrackedCell({ row, mayEdit }: { row: KeywordRow; mayEdit: boolean }) {
  const track = useTrackKeyword()
  const tell = useUndoToast()
  return (
    <Switch
      label={`Track ${row.keyword}`}
      checked={track.isPending ? track.variables.tracked : row.is_tracked}
      disabled={!mayEdit}
      onChange={(tracked) =>
        track.mutate(
          { id: row.keyword_id, tracked },
          {
            onError: handleError(FAILURES.save),
            onSuccess: ({ change_id: id }) => {
              if (id !== null) void tell(id, `Tracking ${tracked ? 'on' : 'off'} for “${row.keyword}”`)
            },
          },
        )
      }
    />
  )
}

type Result = NonNullable<KeywordRow['last_result']>

function LastResult({ result, hasDay }: { result: Result; hasDay: boolean }) {
  const { publisher, day, is_winning: isWinning } = result
  const ago = daysBetween(day, useToday())
  return (
    <span className="last-result inline-row gap-6">
      <ResultBadge result={isWinning ? 'won' : 'lost'} label={isWinning ? 'winning' : 'losing'} />
      <span className="ellipsis" title={publisher}>
        {publisher}
      </span>
      {hasDay && (
        <span className="meta">
          <CalendarDay day={day}>{RECENT[ago]}</CalendarDay>
        </span>
      )}
    </span>
  )
}

function StatusCell({ row, onOpen }: { row: KeywordRow; onOpen: () => void }) {
  const [newest] = row.articles
  const others = row.articles.length + row.posts.length - 1
  const titles = row.posts.map(({ title }) => title).join(', ')
  return (
    <button
      type="button"
      className="status-cell hoverable inline-row align-baseline gap-6"
      aria-label={`Articles of ${row.keyword}`}
      title={titles || undefined}
      onClick={onOpen}
    >
      {newest ? (
        <ArticleBadge status={newest.status} />
      ) : titles ? (
        <StatusBadge label={LIVE_POST} tone="accent" />
      ) : (
        <span className="quiet">None</span>
      )}
      {others > 0 && <span className="meta">+{others}</span>}
    </button>
  )
}

/** All tags are in the tooltip and in the keyword's dialog. */
function TagsCell({ tags }: { tags: KeywordRow['tags'] }) {
  const rest = tags.length - MOST_TAGS
  return (
    <span className="tag-cell row gap-4" title={tags.map(({ tag }) => tag).join(', ')}>
      {tags.slice(0, MOST_TAGS).map(({ tag_id, tag }) => (
        <span key={tag_id} className="tag">
          {tag}
        </span>
      ))}
      {rest > 0 && <span className="meta tabular">+{rest}</span>}
    </span>
  )
}

function CreatedCell({ at }: { at: string }) {
  return <CalendarDay day={useDayOf(at)} />
}

/** Columns that identify a keyword. */
const IDENTITY: TableColumn<KeywordRow>[] = [
  {
    key: 'keyword',
    title: 'Keyword',
    place: 'name',
    fixed: 'left',
    sortable: true,
    required: true,
    render: ({ keyword }) => (
      <span className="keyword-cell" title={keyword}>
        {keyword}
      </span>
    ),
  },
  {
    key: 'sites',
    title: 'Sites',
    place: 'foot',
    render: ({ sites }) => <SiteLogosBadge sites={sites} most={MOST_LOGOS} />,
  },
  {
    key: 'tags',
    title: 'Tags',
    labelled: true,
    render: ({ tags }) => <TagsCell tags={tags} />,
  },
]

/**
 * Columns about its results. In the list of changes, the start date is part of a sentence and the share is
 * visible from the days.
 */
const resultsOf = (isMoved: boolean): TableColumn<KeywordRow>[] => [
  {
    key: 'last_result',
    title: 'Last result',
    place: 'note',
    render: ({ last_result: result }) =>
      result ? <LastResult result={result} hasDay={!isMoved} /> : <span className="quiet">-</span>,
  },
  {
    key: 'moved',
    title: 'Since',
    sortable: true,
    render: (row) => <SinceNote row={row} />,
  },
  {
    key: 'week',
    title: '7 days',
    place: 'figure',
    // Seven empty days tell the user nothing.
    render: (row) => row.last_result && <DaysBadge row={row} count={WEEK} />,
  },
  {
    key: 'winning_percentage',
    title: 'Win % 30 d',
    place: 'state',
    sortable: true,
    numeric: true,
    render: ({ winning_percentage: share }) =>
      isMoved ? share === null ? '-' : significant(share) : <PercentBar value={share} />,
  },
]
const RESULTS = { moved: resultsOf(true), usual: resultsOf(false) }

const CREATED: TableColumn<KeywordRow> = {
  key: 'created_at',
  title: 'Created',
  sortable: true,
  numeric: true,
  labelled: true,
  render: ({ created_at: at }) => <CreatedCell at={at} />,
}

function useColumns(change: Change, isMoved: boolean): TableColumn<KeywordRow>[] {
  const mayEdit = useMay('CreateArticle')
  return useMemo(
    () => [
      ...IDENTITY,
      {
        key: 'is_tracked',
        title: 'Tracked',
        labelled: true,
        render: (row) => <TrackedCell row={row} mayEdit={mayEdit} />,
      },
      {
        key: 'articleStatus',
        title: 'Article status',
        labelled: true,
        render: (row) => <StatusCell row={row} onOpen={() => change({ targets: row.keyword_id })} />,
      },
      ...(isMoved ? RESULTS.moved : RESULTS.usual),
      {
        key: 'comments',
        title: 'Comments',
        numeric: true,
        labelled: true,
        render: ({ keyword_id, keyword, comments }) => (
          <button
            type="button"
            className="comment-count hoverable inline-row align-baseline gap-6 tabular"
            aria-label={`Comments on ${keyword}: ${comments}`}
            onClick={() => change({ keyword_id, comments: '1', month: undefined })}
          >
            <MessageSquare size={14} aria-hidden="true" /> {comments}
          </button>
        ),
      },
      CREATED,
      {
        key: 'actions',
        title: 'Actions',
        place: 'actions',
        required: true,
        fixed: 'right',
        // Stays at the edge, even if there are few columns.
        width: ACTIONS_WIDTH,
        render: ({ keyword_id: id, keyword }) => (
          <span className="keyword-actions inline-row">
            <IconButton label={`Edit ${keyword}`} disabled={!mayEdit} onClick={() => change({ edit: id })}>
              <Pencil size={14} />
            </IconButton>
            <IconButton
              label={`Request an article for ${keyword}`}
              disabled={!mayEdit}
              onClick={() => change({ request: id })}
            >
              <FilePlus2 size={14} />
            </IconButton>
          </span>
        ),
      },
    ],
    [change, mayEdit, isMoved],
  )
}

const KEYWORDS: ListOf<KeywordRow, KeywordsSearch> = {
  name: 'keywords',
  label: 'Keywords',
  address: KeywordsSearch,
  filters: FILTERS,
  size: PAGE_SIZE,
  rowKey: (row) => row.keyword_id,
  failTitle: FAILURES.list,
  emptyTitle: EMPTY,
  empty: EMPTY_ABOUT,
  unmatched: { text: EMPTY, clear: CLEAR_FILTERS },
}

/** Links to add the first keywords, for users with the permission. */
function FirstKeyword({ onNew }: { onNew: () => void }) {
  const mayAdd = useMay('CreateArticle', 'KeywordsOpportunities', 'KeywordsUpload')
  const mayUpload = useMay('KeywordsUpload')
  return (
    <>
      {mayAdd && (
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={onNew}>
          New Keyword
        </Button>
      )}
      {mayUpload && <Link to={SCREENS.uploadKeywords.path}>{SCREENS.uploadKeywords.title}</Link>}
    </>
  )
}

interface KeywordsTableProps {
  search: KeywordsSearch
  onChange: Change
  /** Called with another order or page. */
  onList: Change
  query: UseQueryResult<ListPage<KeywordRow>>
  /** The rows of the page, preceded by the row that the address opens if it is on another page. */
  rows: readonly KeywordRow[] | undefined
  selection: { ids: readonly number[]; tick: (ids: readonly number[]) => void } | undefined
  expanded: readonly number[]
  onExpand: (ids: number[]) => void
  renderPanel: (row: KeywordRow) => ReactNode
  toolbar: ReactNode
}

const ids = (keys: readonly RowKey[]) => keys.map(Number)

/** The keywords that match the filters, with the address's order and page. */
export function KeywordsTable(props: KeywordsTableProps) {
  const { search, onList, rows, query, selection, expanded, onExpand, renderPanel, toolbar } = props
  const isMoved = asksWhatMoved(search)
  const classes = [isMoved && 'moved', search.columns !== undefined && 'own-columns']
  return (
    <div className={['keyword-list', ...classes].filter(Boolean).join(' ')}>
      <List<KeywordRow, KeywordsSearch>
        of={KEYWORDS}
        search={search}
        onChange={onList}
        query={query}
        rows={rows}
        columns={useColumns(props.onChange, isMoved)}
        choice={useColumnsInAddress(search, props.onChange)}
        emptyAction={<FirstKeyword onNew={() => props.onChange({ new: '1' })} />}
        expand={{ render: renderPanel, keys: expanded, onChange: (keys) => onExpand(ids(keys)) }}
        {...(selection
          ? {
              selection: {
                keys: selection.ids,
                onChange: (keys) => selection.tick(ids(keys)),
                nameOf: ({ keyword }) => keyword,
              },
            }
          : {})}
        toolbar={toolbar}
      />
    </div>
  )
}
