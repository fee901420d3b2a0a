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

/** What a sync does to the task of a row that it takes over. */
export const SHEET_DEEDS = ['create', 'update', 'skip'] as const
export type SheetDeed = (typeof SHEET_DEEDS)[number]

/** What a sync would do, in words. */
export function previewWords({ created, updated, skipped, faults }: Parameters<typeof syncWords>[0]): string {
  const parts = [
    created > 0 && `make ${created === 1 ? '1 task' : `${created} tasks`}`,
    updated > 0 && `change ${updated === 1 ? '1 task' : `${updated} tasks`}`,
    skipped > 0 && `leave ${skipped} as ${skipped === 1 ? 'it is' : 'they are'}`,
  ].filter((part) => part !== false)
  const deeds = parts.length === 0 ? 'change nothing' : parts.join(', ')
  const refused = faults === 0 ? '' : ` ${faults === 1 ? '1 row is' : `${faults} rows are`} not imported.`
  return `A sync would ${deeds}.${refused}`
}
