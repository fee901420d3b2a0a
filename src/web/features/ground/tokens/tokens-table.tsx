import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { permissionLabel } from '#shared/access/permission-words.ts'
import type { ApiToken, ApiTokens } from '#shared/features/ground/tokens/contract.ts'
import {
  isTokenOver,
  lastUse,
  type TokenState,
  tokenState,
  workingOld,
} from '#shared/features/ground/tokens/form.ts'
import { DaysUntil, MomentDay, NearMoment, RelativeTime } from '#web/ui/cells/moment.tsx'
import { StatusBadge, type Tone } from '#web/ui/cells/status-badge.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { EMPTY, FAILED, scopeWords, type TokenAccount } from './messages.ts'
import { TokenButtonsRow } from './token-buttons-row.tsx'

const EXPECTED = 3

const STATES: Readonly<Record<Exclude<TokenState, 'works'>, { label: string; tone: Tone }>> = {
  endsSoon: { label: 'Ends soon', tone: 'warn' },
  rotating: { label: 'Rotating', tone: 'note' },
  ended: { label: 'Ended', tone: 'quiet' },
  revoked: { label: 'Revoked', tone: 'quiet' },
}

interface PartProps {
  token: ApiToken
  now: Date
}

function Name({ token, now }: PartProps) {
  const { name, start, assistant_host: host, is_new_address: isNew } = token
  const state = tokenState(token, now)
  const old = workingOld(token, now)
  return (
    <div>
      <span className="inline-cluster gap-8 row-gap-2">
        <span className="medium break-words">{name}</span>
        {state !== 'works' && <StatusBadge {...STATES[state]} />}
        {isNew && !isTokenOver(state) && <StatusBadge label="New address" tone="warn" />}
      </span>
      <p className="meta">
        {host === null ? <code>{start}…</code> : `Assistant from ${host}`}
        {old && (
          <>
            {' · the old one works until '}
            <NearMoment moment={old.ends_at} />
          </>
        )}
      </p>
    </div>
  )
}

/** What a token may use; several permissions are listed on demand. */
function Scope({ token: { permissions }, account }: { token: ApiToken; account: TokenAccount }) {
  const { holder, permissions: granted } = account
  const words = scopeWords(holder, permissions, granted.length)
  if (permissions === null || permissions.length === 1) return <p className="meta">{words}</p>
  return (
    <details className="meta">
      <summary>{words}</summary>
      <ul>
        {permissions.map((permission) => (
          <li key={permission}>
            {permissionLabel(permission)}
            {!granted.includes(permission) && ' (no longer granted)'}
          </li>
        ))}
      </ul>
    </details>
  )
}

function May({ token, account }: { token: ApiToken; account: TokenAccount }) {
  return (
    <div>
      {token.may_write ? 'Read and change' : 'Read'}
      <Scope token={token} account={account} />
    </div>
  )
}

function End({ token, now }: PartProps) {
  const { ends_at: end, revoked_at: revoked } = token
  const state = tokenState(token, now)
  if (revoked !== null)
    return (
      <>
        revoked <MomentDay moment={revoked} />
      </>
    )
  return (
    <span className={state === 'endsSoon' ? 'medium warn-text' : undefined}>
      <DaysUntil moment={end} />
    </span>
  )
}

function LastUse({ token, now }: PartProps) {
  const { at, isOld } = lastUse(token, now)
  const { last_address: address, is_new_address: isNew } = token
  if (at === null) return <span className="quiet">Never</span>
  return (
    <div>
      {isTokenOver(tokenState(token, now)) ? <MomentDay moment={at} /> : <RelativeTime moment={at} />}
      {isOld ? (
        <p className="meta">with the old token</p>
      ) : (
        address !== null && (
          <p className="meta">
            from <span className="tabular">{address}</span>
            {isNew && ', for the first time'}
          </p>
        )
      )}
    </div>
  )
}

interface TokensTableProps {
  account: TokenAccount
  label: string
  mayChange: boolean
  mayRotate: boolean
  query: UseQueryResult<ApiTokens>
  onRotate: (token: ApiToken) => void
  toolbar: ReactNode
}

function useColumns({ account, mayChange, mayRotate, onRotate }: TokensTableProps) {
  return useMemo(() => {
    const columns: TableColumn<ApiToken>[] = [
      {
        key: 'name',
        title: 'Name',
        place: 'name',
        required: true,
        render: (token) => <Name token={token} now={new Date()} />,
      },
      {
        key: 'may',
        title: 'May',
        required: true,
        labelled: true,
        render: (token) => <May token={token} account={account} />,
      },
      {
        key: 'ends',
        title: 'Ends',
        required: true,
        labelled: true,
        render: (token) => <End token={token} now={new Date()} />,
      },
      {
        key: 'used',
        title: 'Last used',
        required: true,
        labelled: true,
        render: (token) => <LastUse token={token} now={new Date()} />,
      },
    ]
    if (!mayChange) return columns
    return [
      ...columns,
      {
        key: 'actions',
        title: 'Actions',
        head: <span className="visually-hidden">Actions</span>,
        required: true,
        numeric: true,
        render: (token: ApiToken) => (
          <TokenButtonsRow account={account} token={token} mayRotate={mayRotate} onRotate={onRotate} />
        ),
      },
    ]
  }, [account, mayChange, mayRotate, onRotate])
}

const rowClassName = (token: ApiToken) => (isTokenOver(tokenState(token, new Date())) ? 'token-over' : '')

/** Without tokens there is only a sentence, no column heads. */
const drawNothing = () => null

/** Tokens, one a row; those that no longer work are grey. */
export function TokensTable(props: TokensTableProps) {
  const { account, label, query, toolbar } = props
  return (
    <DataTable
      name="tokens"
      label={label}
      columns={useColumns(props)}
      rows={query.data?.tokens}
      {...(query.data?.tokens.length === 0 ? { draw: drawNothing } : {})}
      rowKey={({ id }) => id}
      query={query}
      failTitle={FAILED[account.holder]}
      empty={{ text: EMPTY[account.holder] }}
      expected={EXPECTED}
      rowHeight={56}
      rowClassName={rowClassName}
      toolbar={toolbar}
    />
  )
}
