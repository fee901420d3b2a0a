import type { ReviewedAccount } from '#shared/features/people/access-reviews/contract.ts'
import { DECISION_WORDS, STANDING_WORDS } from '#shared/features/people/access-reviews/rules.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { nameOf } from './messages.ts'

/** All accounts of a review, for printing. */
export function PrintedAccounts({ accounts }: { accounts: readonly ReviewedAccount[] }) {
  return (
    <table className="offboarding-table review-printed" aria-label="All accounts">
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col">System</th>
          <th scope="col">Owner</th>
          <th scope="col">Last used</th>
          <th scope="col">Decision</th>
          <th scope="col">By</th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <tr key={account.reviewed_account_id}>
            <th scope="row">
              {nameOf(account)} <span className="meta">{account.account}</span>
            </th>
            <td>{account.operation_name}</td>
            <td>{STANDING_WORDS[account.standing]}</td>
            <td>{account.last_used_at === null ? 'unknown' : <Moment moment={account.last_used_at} />}</td>
            <td>{DECISION_WORDS[account.decision ?? 'undecided']}</td>
            <td>
              {account.decided_by} {account.decided_at !== null && <Moment moment={account.decided_at} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
