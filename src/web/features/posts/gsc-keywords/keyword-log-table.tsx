import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { KeywordLogEntry } from '#shared/features/posts/gsc-keywords/contract.ts'
import { LOG_PAGE_SIZES } from '#shared/features/posts/gsc-keywords/rules.ts'
import { isOneOf } from '#shared/format/keys.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { useContentWidth } from '#web/ui/hooks/use-content-width.ts'
import { Button } from '#web/ui/input/button.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { fitting, type LeftOutByRoom } from '#web/ui/list/fitting.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { SiteCodeBadge } from '../../ground/sites/site-code-badge.tsx'
import {
  ACTION_WORDS,
  CLEAR_FILTERS,
  EMPTY_LOG,
  FAILURES,
  SAVED,
  TAB_LABELS,
  UNMATCHED_LOG,
} from './messages.ts'
import { logQuery, undoAction, useReload } from './queries.ts'
import { PLAIN, type PlainSearch } from './search.ts'

const LOG: ListOf<KeywordLogEntry, PlainSearch> = {
  name: 'gsc-log',
  label: TAB_LABELS.log,
  ...PLAIN,
  size: LOG_PAGE_SIZES[0],
  rowKey: ({ action_id }) => action_id,
  failTitle: FAILURES.log,
  empty: EMPTY_LOG,
  unmatched: { text: UNMATCHED_LOG, clear: CLEAR_FILTERS },
}

const DASH = <span className="quiet">–</span>
/** If the column is left out, hovering over the time shows the user. */
const LEFT_OUT: LeftOutByRoom = { wide: [], medium: [], tight: ['by'] }
const isAboutKeyword = ({ action }: KeywordLogEntry) => action === 'update' || action === 'undo'

function keywordIn(entry: KeywordLogEntry, keyword: string | null) {
  if (keyword !== null) return <span className="gsc-logged">{keyword}</span>
  return isAboutKeyword(entry) ? <span className="quiet">No keyword</span> : DASH
}

/** The action, and its outcome unless it succeeded. */
function ActionCell({ entry }: { entry: KeywordLogEntry }) {
  const { action, state, error } = entry
  return (
    <span className="gsc-action stack">
      {ACTION_WORDS[action]}
      {state === 'failed' && <span className="caption bad-text">Failed: {error}</span>}
      {state === 'pending' && <span className="quiet">being written to its site</span>}
    </span>
  )
}

interface UndoProps {
  entry: KeywordLogEntry
  isBusy: boolean
  onUndo: (entry: KeywordLogEntry) => void
}

function Undo({ entry, isBusy, onUndo }: UndoProps) {
  if (!entry.undoable) return null
  return (
    <Button
      type="text"
      size="small"
      loading={isBusy}
      icon={<Undo2 size={14} aria-hidden="true" />}
      aria-label={`Undo on post ${entry.post_id}`}
      onClick={() => onUndo(entry)}
    >
      Undo
    </Button>
  )
}

const columnsOf = (undo: ReturnType<typeof useUndo>): TableColumn<KeywordLogEntry>[] => [
  {
    key: 'site_id',
    title: 'Site',
    required: true,
    place: 'note',
    render: ({ site_code }) => <SiteCodeBadge code={site_code} />,
  },
  {
    key: 'post_id',
    title: 'Post id',
    required: true,
    place: 'name',
    render: ({ post_id, post_title }) => (
      <span className="gsc-numbered stack">
        <span className="tabular">{post_id}</span>
        <span className="quiet gsc-title caption" title={post_title}>
          {post_title === '' ? 'Not in Copydesk' : post_title}
        </span>
      </span>
    ),
  },
  {
    key: 'action',
    title: 'Action',
    required: true,
    place: 'state',
    render: (entry) => <ActionCell entry={entry} />,
  },
  {
    key: 'keyword_before',
    title: 'Keyword before',
    required: true,
    labelled: true,
    render: (entry) => keywordIn(entry, entry.keyword_before),
  },
  {
    key: 'keyword_after',
    title: 'Keyword after',
    required: true,
    labelled: true,
    render: (entry) => keywordIn(entry, entry.keyword_after),
  },
  {
    key: 'created_at',
    title: 'Timestamp',
    required: true,
    place: 'figure',
    render: ({ created_at, by }) => (
      <span title={by === null ? undefined : `by ${by}`}>
        <RelativeTime moment={created_at} />
      </span>
    ),
  },
  { key: 'by', title: 'By', labelled: true, render: ({ by }) => by ?? DASH },
  {
    key: 'undo',
    title: 'Actions',
    numeric: true,
    required: true,
    fixed: 'right',
    place: 'actions',
    render: (entry) => <Undo entry={entry} isBusy={undo.busy === entry.action_id} onUndo={undo.start} />,
  },
]

/** Restores the previous keyword and reports the outcome. */
function useUndo() {
  const reload = useReload()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ action_id: id }: KeywordLogEntry) => undoAction(id),
    onSuccess(result) {
      if (result?.ok) notify({ kind: 'success', title: SAVED })
      else notify({ kind: 'error', title: FAILURES.apply, description: result?.error })
    },
    onError: handleError(FAILURES.apply),
    onSettled: () => void reload(),
  })
  const busy = isPending ? variables.action_id : null
  return useMemo(() => ({ busy, start: mutate }), [busy, mutate])
}

interface KeywordLogTableProps {
  search: PlainSearch
  onChange: (patch: Partial<PlainSearch>) => void
  toolbar: ReactNode
}

/** The log of keyword actions, newest first. */
export function KeywordLogTable({ search, onChange, toolbar }: KeywordLogTableProps) {
  const query = useQuery(logQuery(search))
  const undo = useUndo()
  const room = useContentWidth()
  const columns = useMemo(() => fitting(columnsOf(undo), room, LEFT_OUT), [undo, room])
  return (
    <List
      of={LOG}
      search={search}
      onChange={onChange}
      query={query}
      columns={columns}
      toolbar={toolbar}
      pageSize={{
        chosen: search.perPage,
        all: LOG_PAGE_SIZES,
        onChange: (size) => {
          if (isOneOf(LOG_PAGE_SIZES, size)) onChange({ perPage: size, page: 1 })
        },
      }}
    />
  )
}
