import type { AccessListener } from '../user-access/parts.ts'
import { reopenKept, settleClosed } from './settle-store.ts'

/** Keeps the review that goes on in agreement with what runs and revocations do meanwhile. */
export const followAccess: AccessListener = async (tx, { email, operation, at }) => {
  await reopenKept(tx, email)
  await settleClosed(tx, { operation, email, since: at })
}
