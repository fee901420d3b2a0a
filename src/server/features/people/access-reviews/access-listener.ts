import type { AccessListener } from '../user-access/deps.ts'
import { reopenFound, reopenKept, settleClosed } from './settle-store.ts'
import { holdOpen } from './store.ts'

/** Updates the open review after runs, revocations and second checks. */
export const followAccess: AccessListener = async (tx, { email, operation, at }) => {
  // A user who finishes the review waits for this, and then counts undecided accounts.
  if (!(await holdOpen(tx))) return
  await reopenKept(tx, email)
  await reopenFound(tx, { operation, email, since: at })
  await settleClosed(tx, { operation, email, since: at })
}
