/** Of which sites sheets are kept, in the order in which they are offered. */
export const SHEET_SITE_CODES = ['DT', 'TM', 'TA', 'OK', 'TJ', 'NF', 'HS', 'BM', 'PT'] as const

export const isSheetSite = (code: string): boolean =>
  SHEET_SITE_CODES.some((each) => each === code.toUpperCase())

/** The number of a sheet, from the whole address of its page or as it is. */
export const sheetIdOf = (typed: string): string =>
  /\/spreadsheets\/d\/([\w-]+)/.exec(typed)?.[1] ?? typed.trim()

/** What a sync did, in words. */
export function syncWords({
  created,
  updated,
  skipped,
  faults,
}: {
  created: number
  updated: number
  skipped: number
  faults: number
}): string {
  const parts = [
    created > 0 && `${created} created`,
    updated > 0 && `${updated} updated`,
    skipped > 0 && `${skipped} unchanged`,
    faults > 0 && `${faults} wrong`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'The sheet has no rows' : parts.join(', ')
}
