import { OldVersion } from '../errors.ts'

interface Comparison<Version, Current> {
  /** The version that the caller has read; if left out, the last save wins. */
  sent: Version | undefined
  /** The current version, locked until the transaction ends. */
  stored: Version
  message: string
  /** The current record, for the caller that is refused. */
  current: () => Current | Promise<Current>
}

/** The first half of a compare-and-set: to be called once the row is locked, before it is written. */
export async function refuseOldVersion<Version, Current>(
  compared: Comparison<Version, Current>,
): Promise<void> {
  const { sent, stored, message, current } = compared
  if (sent === undefined || sent === stored) return
  throw new OldVersion(message, await current())
}
