import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { AccessReview, ReviewedAccount } from '#shared/features/people/access-reviews/contract.ts'
import { STANDING_WORDS } from '#shared/features/people/access-reviews/rules.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { useMay } from '#web/api/session.ts'
import { FiltersPanel } from '#web/features/ground/filters/filters-panel.tsx'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { useTicked } from '#web/ui/list/use-ticked.ts'
import { NewTabMark } from '#web/ui/text/new-tab-mark.tsx'
import { DecisionCell } from './decision-cell.tsx'
import { FAILURES, NOTHING_FITS, NOTHING_LISTED, nameOf, STANDING_TONES, STILL_ASKING } from './messages.ts'
import { accountsQuery } from './queries.ts'
import { filtersOf, ReviewSearch } from './search.ts'
import { TickedAccountsPanel } from './ticked-accounts-panel.tsx'

const ROW_HEIGHT = 56
/**
 * The column keeps its width after a decision, so that another row's button never moves under the pointer.
 */
const DECISION_WIDTH = 256
const isDecided = ({ decision }: ReviewedAccount) => decision !== null
const NOBODY: readonly ReviewedAccount[] = []

const ACCOUNTS: ListOf<ReviewedAccount, ReviewSearch> = {
  name: 'reviewed-accounts',
  label: 'Accounts',
  address: ReviewSearch,
  filters: ['fact', 'system', 'decision'],
  size: PAGE_SIZE,
  rowKey: ({ reviewed_account_id: id }) => id,
  rowHeight: ROW_HEIGHT,
  failTitle: FAILURES.accounts,
  empty: NOTHING_LISTED,
  unmatched: { text: NOTHING_FITS, clear: 'Show all accounts' },
}

const WHILE_ASKING = { ...ACCOUNTS, empty: STILL_ASKING }

function Who({ account }: { account: ReviewedAccount }) {
  const { person, email, account: own, standing, is_own: isOwn } = account
  const mayOpen = useMay(...SCREENS.userDetails.access)
  const name = nameOf(account)
  return (
    <span className="two-lines">
      <span>
        {person && mayOpen ? (
          <Link className="underlined" to={SCREENS.userDetails.path} params={{ id: String(person.user_id) }}>
            {name}
          </Link>
        ) : (
          name
        )}{' '}
        {standing !== 'known' && (
          <StatusBadge label={STANDING_WORDS[standing]} tone={STANDING_TONES[standing]} />
        )}
        {isOwn && standing !== 'own' && <StatusBadge label={STANDING_WORDS.own} tone={STANDING_TONES.own} />}
      </span>
      <span className="meta">
        {[...new Set([email, own])].filter((each) => each && each !== name).join(' · ')}
      </span>
    </span>
  )
}

function Where({ account: { operation_name: operationName, url, detail } }: { account: ReviewedAccount }) {
  return (
    <span className="two-lines">
      {url === null || url.startsWith('/') ? (
        operationName
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {operationName} <NewTabMark className="inline-icon" />
        </a>
      )}
      <span className="meta">{detail}</span>
    </span>
  )
}

function LastUse({ account: { last_used_at: at, is_unseen: isUnseen } }: { account: ReviewedAccount }) {
  if (at === null) return <span className="quiet">unknown</span>
  return (
    <span className={isUnseen ? 'warn-text' : undefined}>
      <RelativeTime moment={at} />
    </span>
  )
}

const COLUMNS: readonly TableColumn<ReviewedAccount>[] = [
  {
    key: 'account',
    title: 'Account',
    sortable: true,
    place: 'name',
    required: true,
    render: (account) => <Who account={account} />,
  },
  {
    key: 'system',
    title: 'System',
    place: 'note',
    sortable: true,
    render: (account) => <Where account={account} />,
  },
  {
    key: 'last_used_at',
    title: 'Last used',
    sortable: true,
    place: 'figure',
    render: (account) => <LastUse account={account} />,
  },
]

interface ReviewedTableProps {
  review: AccessReview
  search: ReviewSearch
  onChange: (patch: object) => void
}

/** The accounts of a review with their decisions. */
export function ReviewedTable({ review, search, onChange }: ReviewedTableProps) {
  const { review_id: id, systems, ended_at: endedAt } = review
  const listed = systems.filter(({ state }) => state === 'listed').length
  const query = useQuery(accountsQuery(id, search, listed))
  const ticked = useTicked(query.data?.rows ?? NOBODY, ACCOUNTS.rowKey, isDecided)
  const isOpen = endedAt === null
  const isAsking = systems.some(({ state }) => state === 'waiting')
  const filters = useMemo(() => filtersOf(systems), [systems])
  const columns = useMemo(
    (): TableColumn<ReviewedAccount>[] => [
      ...COLUMNS,
      {
        key: 'decision',
        title: 'Decision',
        width: DECISION_WIDTH,
        place: 'actions',
        required: true,
        render: (account) => <DecisionCell reviewId={id} account={account} isOpen={isOpen} />,
      },
    ],
    [id, isOpen],
  )
  return (
    <div>
      <List
        of={isAsking ? WHILE_ASKING : ACCOUNTS}
        search={search}
        onChange={onChange}
        query={query}
        columns={columns}
        {...(isOpen
          ? {
              selection: {
                keys: ticked.keys,
                onChange: ticked.onChange,
                nameOf,
                isOff: isDecided,
              },
            }
          : {})}
        toolbar={
          <FiltersPanel
            address={ReviewSearch}
            filters={filters}
            search={search}
            others={['fact']}
            onChange={onChange}
          />
        }
      />
      <TickedAccountsPanel reviewId={id} ticked={ticked} />
    </div>
  )
}
