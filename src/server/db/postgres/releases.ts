/**
 * The minor version of each major one that had its security fixes when this version of Copydesk was made, as the
 * project releases them four times a year.
 */
const NEWEST_MINOR: Readonly<Record<number, number>> = { 15: 20, 16: 16, 17: 12, 18: 6 }

/**
 * Missing security releases of a server, e.g. `PostgreSQL 18.4 misses the security releases up to 18.6.`;
 * null if it is up to date as far as this version knows. `version` is `server_version_num`, e.g. 180004.
 */
export function missedReleases(version: number): string | null {
  const major = Math.floor(version / 10_000)
  const minor = version % 10_000
  const newest = NEWEST_MINOR[major]
  if (newest === undefined || minor >= newest) return null
  return `PostgreSQL ${major}.${minor} lacks the security releases up to ${major}.${newest}.`
}
