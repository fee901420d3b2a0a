import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { IdInBody, IdParams, requiredText, text } from '../../../http/fields.ts'
import { UserName } from '../../ground/users/contract.ts'
import { SHEET_DEEDS, sheetIdOf } from './rules.ts'

export const SHEET_MESSAGES = {
  site: 'Please choose a site!',
  sheet: 'Please input the Google Sheet!',
  board: 'Please input the task board!',
} as const

/** As long as any address of a sheet. */
const ADDRESS_MAXIMUM = 500
const SHEET_ID = /^[\w-]{1,100}(?:#gid=\d{1,10})?$/
export const BOARD_MAXIMUM = 40

/** The whole address of a sheet, whose tab it may name, or the long part of it. */
const SheetField = requiredText(ADDRESS_MAXIMUM, SHEET_MESSAGES.sheet)
  .transform(sheetIdOf)
  .refine((id) => SHEET_ID.test(id), 'Enter a sheet’s address or ID.')

export const SheetBody = z.object({
  siteId: z.number({ error: SHEET_MESSAGES.site }).pipe(IdInBody),
  googleSheetId: SheetField,
  asanaBoardId: requiredText(BOARD_MAXIMUM, SHEET_MESSAGES.board),
})
export type SheetBody = z.output<typeof SheetBody>

export const RowFault = z.object({
  /** As the sheet numbers its rows: the heading is 1. */
  row: z.number(),
  message: z.string(),
})
export type RowFault = z.infer<typeof RowFault>

export const SheetSync = z.object({
  id: z.number(),
  user: UserName,
  began_at: Timestamp,
  /** Null as long as it is under way. */
  ended_at: Timestamp.nullable(),
  created: z.number(),
  updated: z.number(),
  skipped: z.number(),
  /** Rows that could not be taken over, one by one; at most a hundred. */
  faults: z.array(RowFault),
  fault_count: z.number(),
  /** Why it failed; null if it finished. */
  failure: z.string().nullable(),
})
export type SheetSync = z.infer<typeof SheetSync>

export const SheetRecord = z.object({
  google_sheet_table_id: z.number(),
  /** The long part of its address, followed by `#gid=` and a number if a tab was linked. */
  google_sheet_id: z.string(),
  site_id: z.number(),
  asana_board_id: z.string(),
  /** Address of the sheet; a path if it is our own page. */
  sheet_url: z.string(),
  last_sync: SheetSync.nullable(),
  /** Nothing was taken over yet: what a sync would do has to be looked at first. */
  is_first: z.boolean(),
})
export type SheetRecord = z.infer<typeof SheetRecord>

export const PreviewLine = z.object({
  /** As the sheet numbers its rows. */
  row: z.number(),
  title: z.string(),
  deed: z.enum(SHEET_DEEDS),
})

export const SheetPreview = z.object({
  /** The name of the tab that is read; null if the sheet could not be read. */
  tab: z.string().nullable(),
  created: z.number(),
  updated: z.number(),
  skipped: z.number(),
  /** At most a hundred. */
  faults: z.array(RowFault),
  fault_count: z.number(),
  /** Rows whose tasks would be created or changed, the first hundred. */
  lines: z.array(PreviewLine),
  /** Mark of the preview, which a sync checks before it changes anything. */
  mark: z.string(),
  /** Why nothing can be imported; null if it can. */
  failure: z.string().nullable(),
})
export type SheetPreview = z.infer<typeof SheetPreview>

const MARK_MAXIMUM = 64

const MOST_ROWS = 200
const MOST_COLUMNS = 26
const CELL_MAXIMUM = 2000
const Rows = z.array(z.array(text(CELL_MAXIMUM)).max(MOST_COLUMNS)).max(MOST_ROWS)

export const SheetGrid = z.object({
  sheet_id: z.string(),
  /** Row by row, the heading first. */
  rows: z.array(z.array(z.string())),
  version: z.number(),
})
export type SheetGrid = z.infer<typeof SheetGrid>

const access = ['ViewTools'] as const

export const googleSheetEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/google-sheets',
    access,
    summary: 'Links between sheets and task boards, with the result of the last sync.',
    answer: z.array(SheetRecord),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/google-sheets',
    access,
    summary: 'Link a sheet to a task board. Refused if either can’t be opened or they’re already linked.',
    idempotent: true,
    body: SheetBody,
    answer: SheetRecord,
    status: 201,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/google-sheets/:id',
    access,
    summary: 'Delete a link. Sheet and tasks stay as they are.',
    params: IdParams,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/google-sheets/:id/restore',
    access,
    summary: 'Restore a deleted link.',
    params: IdParams,
    answer: SheetRecord,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/google-sheets/:id/preview',
    access,
    summary: 'Preview of a sync: what it would create, change, leave and refuse. Changes nothing.',
    params: IdParams,
    answer: SheetPreview,
  }),
  sync: endpoint({
    method: 'POST',
    path: '/api/google-sheets/sync/:id',
    access,
    summary:
      "Start importing a sheet's rows as tasks; the list shows the result. The first sync needs the mark of its preview. 409 if a sync is in progress or the preview is outdated.",
    params: IdParams,
    body: z.object({ mark: text(MARK_MAXIMUM).optional() }),
    answer: SheetRecord,
    status: 202,
  }),
  readGrid: endpoint({
    method: 'GET',
    path: '/api/google-sheets/:id/grid',
    access,
    summary: "The cells of a linked built-in sheet. 404 if the link doesn't exist or the sheet is on Google.",
    params: IdParams,
    answer: SheetGrid,
  }),
  saveGrid: endpoint({
    method: 'PUT',
    path: '/api/google-sheets/:id/grid',
    access,
    summary: 'Replace the rows of a linked built-in sheet.',
    params: IdParams,
    body: z.object({ rows: Rows, version: IdInBody.optional() }),
    answer: SheetGrid,
  }),
}
