/** The sites that are offered first, in this order; sheets can be linked for every site. */
export const SHEET_SITE_CODES = ['DT', 'TM', 'TA', 'OK', 'TJ', 'NF', 'HS', 'BM', 'PT'] as const

/** The number of a sheet and that of the tab, from the whole address of its page or as they are. */
export function sheetIdOf(typed: string): string {
  const [, id] = /\/spreadsheets\/(?:u\/\d+\/)?d\/(?!e\/)([\w-]+)/.exec(typed) ?? []
  if (id === undefined) return typed.trim()
  const [, tab] = /[?#&]gid=(\d+)/.exec(typed) ?? []
  return tab === undefined ? id : `${id}#gid=${tab}`
}

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
