import type { AccessListener } from '../user-access/parts.ts'
import { reopenFound, reopenKept, settleClosed } from './settle-store.ts'
import { holdOpen } from './store.ts'

/** Keeps the review that goes on in agreement with what runs, revocations and later looks do meanwhile. */
export const followAccess: AccessListener = async (tx, { email, operation, at }) => {
  // Whoever finishes it waits, and counts what is undecided by then.
  if (!(await holdOpen(tx))) return
  await reopenKept(tx, email)
  await reopenFound(tx, { operation, email, since: at })
  await settleClosed(tx, { operation, email, since: at })
}
