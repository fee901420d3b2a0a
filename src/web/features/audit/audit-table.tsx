import { Button } from 'antd'
import type { ReactNode } from 'react'
import { isRoleId, ROLES } from '#shared/access/roles.ts'
import { type AuditEntry, COUNTED_ENTRIES } from '#shared/features/audit/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { DataTable, type TableColumn, type TableQuery } from '#web/ui/data-table.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { actLabel, KIND_LABELS, MESSAGES, nounLabel } from './messages.ts'

function roleOf({ kind, role_id: role }: AuditEntry['actor']): string {
  if (role !== null) return isRoleId(role) ? ROLES[role].description : role
  return KIND_LABELS[kind] ?? kind
}

function Who({ actor }: { actor: AuditEntry['actor'] }) {
  return (
    <span className="audit-pair">
      {actor.name || 'Somebody'} <span className="meta">{roleOf(actor)}</span>
    </span>
  )
}

function What({ entry }: { entry: AuditEntry }) {
  const { noun, noun_id: id, label } = entry
  const number = id === null || id === label ? '' : ` ${id}`
  return (
    <span className="audit-pair">
      {actLabel(entry.act)}{' '}
      <span className="meta">
        {nounLabel(noun)}
        {number}
        {label === null ? '' : `: ${label}`}
      </span>
    </span>
  )
}

const inWords = (value: unknown) =>
  value === null || value === undefined || value === ''
    ? 'none'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

/** What differs: as it was, as it is. */
function Changes({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <ul className="audit-changes">
      {names.map((name) => (
        <li key={name}>
          <span className="quiet">{name}:</span>{' '}
          {before && name in before && (
            <>
              <del>{inWords(before[name])}</del>{' '}
            </>
          )}
          {after && name in after && inWords(after[name])}
        </li>
      ))}
    </ul>
  )
}

const COLUMNS: readonly TableColumn<AuditEntry>[] = [
  { key: 'who', title: 'Who', required: true, render: ({ actor }) => <Who actor={actor} /> },
  { key: 'what', title: 'What', required: true, render: (entry) => <What entry={entry} /> },
  { key: 'changes', title: 'Changes', render: (entry) => <Changes {...entry} /> },
  { key: 'when', title: 'When', render: (entry) => <RelativeTime moment={entry.created_at} /> },
  {
    key: 'where',
    title: 'From',
    labelled: true,
    render: ({ address, request_id: request }) => (
      <span className="tabular" title={request === null ? '' : `Request ${request}`}>
        {address ?? 'here'}
      </span>
    ),
  },
]

interface AuditTableProps {
  query: TableQuery
  data: { nodes: readonly AuditEntry[]; totalCount: number } | null | undefined
  page: number
  toolbar: ReactNode
  onPage: (page: number) => void
  /** Takes the filters away, where there are any. */
  onClear?: (() => void) | undefined
}

/** Who did what, newest first. */
export function AuditTable({ query, data, page, toolbar, onPage, onClear }: AuditTableProps) {
  const isBeyond = data != null && data.totalCount > 0 && data.nodes.length === 0
  return (
    <DataTable
      name="audit"
      label="Audit trail"
      columns={COLUMNS}
      rows={data?.nodes}
      rowKey={({ id }) => id}
      query={query}
      failTitle={MESSAGES.failed}
      empty={
        isBeyond
          ? {
              text: 'The trail ends before this page.',
              action: <Button onClick={() => onPage(1)}>Go to the first page</Button>,
            }
          : onClear
            ? { text: MESSAGES.nothingFits, action: <Button onClick={onClear}>Show all entries</Button> }
            : { text: MESSAGES.nothingYet }
      }
      toolbar={toolbar}
      page={{
        current: page,
        size: PAGE_SIZE,
        total: Math.min(data?.totalCount ?? 0, COUNTED_ENTRIES),
        onChange: onPage,
      }}
    />
  )
}
