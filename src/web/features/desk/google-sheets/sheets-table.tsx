import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Eye, RefreshCw, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import type { SheetRecord } from '#shared/features/desk/google-sheets/contract.ts'
import type { ListedSite } from '#shared/features/ground/sites/contract.ts'
import { boardsQuery } from '#web/features/articles/board/queries.ts'
import { sitesQuery } from '#web/features/ground/sites/queries.ts'
import { SiteBadge } from '#web/features/ground/sites/site-badge.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { IconButton } from '#web/ui/input/icon-button.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { deleteQuestion, EMPTY, MESSAGES } from './messages.ts'
import { sheetsQuery, useDeleteSheet, useSyncSheet } from './queries.ts'
import { SheetSyncCell } from './sheet-sync-cell.tsx'
import { useSyncMessage } from './use-sync-message.ts'

const ROW_HEIGHT = 56
const SHOWN_ENDS = 6

/** Shortens a long id to its ends. */
const ends = (id: string) =>
  id.length > 2 * SHOWN_ENDS + 1 ? `${id.slice(0, SHOWN_ENDS)}…${id.slice(-SHOWN_ENDS)}` : id

interface SheetActionsProps {
  record: SheetRecord
  site: string
  /** Opens the preview of a sync. */
  onLook: (id: number) => void
}

function SheetActions({ record, site, onLook }: SheetActionsProps) {
  const confirm = useConfirm()
  const sync = useSyncSheet()
  const remove = useDeleteSheet()
  const { google_sheet_table_id: id, last_sync: lastSync, is_first: isFirst } = record
  const isSyncing = sync.isPending || (lastSync !== null && lastSync.ended_at === null)
  const ask = async () => {
    if (await confirm(deleteQuestion(site))) remove.mutate(id)
  }
  return (
    <span className="inline-row gap-4">
      <Button
        size="small"
        icon={<RefreshCw size={14} aria-hidden="true" />}
        aria-label={`Sync ${site}`}
        loading={isSyncing}
        onClick={() => (isFirst ? onLook(id) : sync.mutate({ id }))}
      >
        Sync
      </Button>
      <IconButton label={`Preview sync of ${site}`} disabled={isSyncing} onClick={() => onLook(id)}>
        <Eye size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label={`Delete ${site}`} disabled={remove.isPending} onClick={() => void ask()}>
        <Trash2 size={16} aria-hidden="true" />
      </IconButton>
    </span>
  )
}

const isOurs = (address: string) => address.startsWith('/')

/** Its id, which says nothing to people, is in the tooltip. */
function SheetLink({
  record: { sheet_url: sheetUrl, google_sheet_id: id },
  site,
}: {
  record: SheetRecord
  site: string
}) {
  if (isOurs(sheetUrl))
    return (
      <a href={sheetUrl} title={id}>
        {site} sheet
      </a>
    )
  return (
    <a href={sheetUrl} title={id} target="_blank" rel="noreferrer" className="with-icon">
      Google Sheet
      <ExternalLink size={12} aria-hidden="true" />
    </a>
  )
}

const columnsOf = (
  sites: ReadonlyMap<number, ListedSite>,
  boards: ReadonlyMap<string, string>,
  onLook: (id: number) => void,
): TableColumn<SheetRecord>[] => {
  const siteOf = ({ site_id: id }: SheetRecord) => sites.get(id)
  const nameOf = (record: SheetRecord) => siteOf(record)?.display_name ?? `site ${record.site_id}`
  return [
    {
      key: 'site',
      title: 'Site',
      place: 'name',
      required: true,
      render: (record) => {
        const site = siteOf(record)
        return site ? (
          <span className="inline-row gap-8">
            <b>{site.code.toUpperCase()}</b> <SiteBadge site={site} />
          </span>
        ) : (
          nameOf(record)
        )
      },
    },
    {
      key: 'sheet',
      title: 'Sheet',
      place: 'foot',
      required: true,
      render: (record) => <SheetLink record={record} site={nameOf(record)} />,
    },
    {
      key: 'board',
      title: 'Task board',
      place: 'figure',
      render: ({ asana_board_id: board }) =>
        boards.has(board) ? (
          <span title={board}>{boards.get(board)}</span>
        ) : (
          <code title={board}>{ends(board)}</code>
        ),
    },
    {
      key: 'outcome',
      title: 'Last sync',
      place: 'note',
      render: ({ last_sync: lastSync }) => <SheetSyncCell sync={lastSync} />,
    },
    {
      key: 'actions',
      title: 'Actions',
      place: 'actions',
      numeric: true,
      required: true,
      render: (record) => <SheetActions record={record} site={nameOf(record)} onLook={onLook} />,
    },
  ]
}

/** The sheets that are synced into task boards, with the result of their last sync. */
export function SheetsTable({ onLook }: { onLook: (id: number) => void }) {
  const sheets = useQuery(sheetsQuery)
  const { data: sites } = useQuery(sitesQuery)
  const { data: boards } = useQuery(boardsQuery)
  useSyncMessage(sheets.data)
  const columns = useMemo(
    () =>
      columnsOf(
        new Map((sites ?? []).map((site) => [site.site_id, site])),
        // External boards are only known by id.
        new Map((boards ?? []).map(({ gid, name }) => [gid, name])),
        onLook,
      ),
    [sites, boards, onLook],
  )
  return (
    <DataTable
      name="google-sheets"
      label="Google Sheets"
      columns={columns}
      rows={sheets.data}
      rowKey={({ google_sheet_table_id: id }) => id}
      rowHeight={ROW_HEIGHT}
      query={sheets}
      failTitle={MESSAGES.readFailed}
      empty={{ text: EMPTY }}
    />
  )
}
