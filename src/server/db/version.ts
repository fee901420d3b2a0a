import { OldVersion } from '../errors.ts'

interface Comparison<Version, Current> {
  /** What the caller has read; left out, the last save wins. */
  sent: Version | undefined
  /** What is there now, kept from changing until the transaction ends. */
  stored: Version
  message: string
  /** The record as it is now, for whoever has lost. */
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
