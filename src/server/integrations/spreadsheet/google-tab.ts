import { z } from 'zod'
import { IntegrationError } from '../integration-error.ts'
import type { SheetTab } from './port.ts'

/** A part of a tab. A bound that is missing is the edge of the tab; ends are exclusive. */
const Range = z.object({
  startRowIndex: z.number().default(0),
  endRowIndex: z.number().default(Infinity),
  startColumnIndex: z.number().default(0),
  endColumnIndex: z.number().default(Infinity),
})
const Protection = z.object({
  range: Range.optional(),
  unprotectedRanges: z.array(Range).default([]),
  warningOnly: z.boolean().default(false),
  requestingUserCanEdit: z.boolean().default(false),
})
const Tab = z.object({
  properties: z.object({
    sheetId: z.number().default(0),
    title: z.string(),
    sheetType: z.string().default('GRID'),
    gridProperties: z.object({ columnCount: z.number().optional() }).optional(),
  }),
  protectedRanges: z.array(Protection).default([]),
})
export const Tabs = z.object({ sheets: z.array(Tab).min(1) })

/** What of a sheet is read before its cells. */
export const TAB_FIELDS =
  'sheets(properties(sheetId,title,sheetType,gridProperties.columnCount),protectedRanges(range,unprotectedRanges,warningOnly,requestingUserCanEdit))'

export interface SheetPlace {
  /** Where the API has the sheet. */
  path: string
  /** The tab that the address names; null for the first one. */
  tabId: number | null
}

export function placeOf(sheetId: string): SheetPlace {
  const [id = '', tab] = sheetId.split('#gid=')
  return { path: `/${encodeURIComponent(id)}`, tabId: tab === undefined ? null : Number(tab) }
}

const isIn = (range: z.output<typeof Range>, row: number, column: number) =>
  row >= range.startRowIndex &&
  row < range.endRowIndex &&
  column >= range.startColumnIndex &&
  column < range.endColumnIndex

/** Google leaves out the range of a protection that covers the whole tab. */
const locks = (
  { range, unprotectedRanges, warningOnly, requestingUserCanEdit }: z.output<typeof Protection>,
  row: number,
  column: number,
) =>
  !warningOnly &&
  !requestingUserCanEdit &&
  (range === undefined || isIn(range, row, column)) &&
  !unprotectedRanges.some((open) => isIn(open, row, column))

/** The tab that an address names, or the first one with cells. */
export function readTab(tabs: readonly z.output<typeof Tab>[], { tabId }: SheetPlace): SheetTab {
  const grids = tabs.filter(({ properties: { sheetType } }) => sheetType === 'GRID')
  const tab = tabId === null ? grids[0] : grids.find(({ properties }) => properties.sheetId === tabId)
  if (!tab) {
    const advice =
      tabId === null
        ? 'The sheet has no tab with cells.'
        : `The sheet has no tab with the number ${tabId}. Open the tab and link its address.`
    throw new IntegrationError(advice, {
      system: 'Google Sheets',
      operation: 'open a tab',
      kind: 'not_found',
      advice,
    })
  }
  const { properties, protectedRanges } = tab
  return {
    id: properties.sheetId,
    name: properties.title,
    columns: properties.gridProperties?.columnCount ?? null,
    isLocked: (row, column) => protectedRanges.some((range) => locks(range, row, column)),
  }
}
