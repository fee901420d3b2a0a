import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isRoleId, ROLES } from '#shared/access/roles.ts'
import type { AuditEntry } from '#shared/features/ground/audit/contract.ts'
import { keysOf } from '#shared/format/keys.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { List, type ListOf, type ListPage } from '#web/ui/list/list.tsx'
import { AuditChangesList } from './audit-changes-list.tsx'
import { aboutWords, actLabel, actorName, KIND_LABELS, MESSAGES } from './messages.ts'
import { AUDIT_FILTERS, AuditSearch } from './search.ts'
import { TokenLink } from './token-link.tsx'

function roleOf({ kind, role_id: role }: AuditEntry['actor']): string {
  if (role !== null) return isRoleId(role) ? ROLES[role].description : role
  return KIND_LABELS[kind] ?? kind
}

function Who({ actor }: { actor: AuditEntry['actor'] }) {
  return (
    <span className="audit-pair break-words">
      {actorName(actor)} <span className="meta">{roleOf(actor)}</span>
    </span>
  )
}

function WhoAndToken({ actor }: { actor: AuditEntry['actor'] }) {
  return (
    <>
      <Who actor={actor} />
      {actor.credential && <TokenLink credential={actor.credential} />}
    </>
  )
}

function With({ actor: { kind, credential } }: { actor: AuditEntry['actor'] }) {
  return credential ? (
    <TokenLink credential={credential} />
  ) : (
    <span className="quiet">{KIND_LABELS[kind] ?? kind}</span>
  )
}

function What({ entry }: { entry: AuditEntry }) {
  return (
    <span className="audit-pair break-words">
      {actLabel(entry.act)} <span className="meta">{aboutWords(entry)}</span>
    </span>
  )
}

const WHEN: TableColumn<AuditEntry> = {
  key: 'when',
  title: 'When',
  place: 'figure',
  render: (entry) => <Moment moment={entry.created_at} />,
}
const WHO: TableColumn<AuditEntry> = {
  key: 'who',
  title: 'Who',
  place: 'name',
  required: true,
  render: ({ actor }) => <WhoAndToken actor={actor} />,
}
const WHAT: readonly TableColumn<AuditEntry>[] = [
  { key: 'what', title: 'What', place: 'note', required: true, render: (entry) => <What entry={entry} /> },
  { key: 'changes', title: 'Changes', render: (entry) => <AuditChangesList {...entry} /> },
  {
    key: 'where',
    title: 'From',
    place: 'foot',
    labelled: true,
    hidden: true,
    render: ({ address, request_id: request }) => (
      <span className="tabular" title={request === null ? '' : `Request ${request}`}>
        {address ?? 'the server'}
      </span>
    ),
  },
]

const COLUMNS: readonly TableColumn<AuditEntry>[] = [WHEN, WHO, ...WHAT]
/** For an account with several tokens: with which of them something was done. */
const COLUMNS_WITH: readonly TableColumn<AuditEntry>[] = [
  WHEN,
  { ...WHO, render: ({ actor }) => <Who actor={actor} /> },
  { key: 'with', title: 'With', labelled: true, render: ({ actor }) => <With actor={actor} /> },
  ...WHAT,
]

const TRAIL: ListOf<AuditEntry, AuditSearch> = {
  name: 'audit',
  label: 'Audit trail',
  address: AuditSearch,
  filters: keysOf(AUDIT_FILTERS),
  size: PAGE_SIZE,
  rowKey: ({ id }) => id,
  failTitle: MESSAGES.failed,
  empty: MESSAGES.nothingYet,
  unmatched: { text: MESSAGES.nothingFits, clear: 'Show all entries' },
}

interface AuditTableProps {
  search: AuditSearch
  onChange: (patch: Partial<AuditSearch>) => void
  query: UseQueryResult<ListPage<AuditEntry>>
  toolbar: ReactNode
  /** Shows what something was done with in a column of its own. */
  hasWith?: boolean
}

/** The audit trail, newest first. */
export function AuditTable({ search, onChange, query, toolbar, hasWith = false }: AuditTableProps) {
  return (
    <List
      of={TRAIL}
      search={search}
      onChange={onChange}
      query={query}
      columns={hasWith ? COLUMNS_WITH : COLUMNS}
      toolbar={toolbar}
    />
  )
}
