import type { SheetSync } from '#shared/features/desk/google-sheets/contract.ts'
import { type SheetDeed, syncWords } from '#shared/features/desk/google-sheets/rules.ts'
import { counted } from '#shared/format/count.ts'

export const MESSAGES = {
  readFailed: 'Couldn’t load the sheets',
  createFailed: 'Couldn’t create the link',
  deleteFailed: 'Couldn’t delete the link',
  syncFailed: 'Couldn’t sync the sheet',
  previewFailed: 'Couldn’t preview the sync',
  gridFailed: 'Couldn’t load the sheet',
  gridNotSaved: 'Couldn’t save the sheet',
  created: 'Sheet linked',
  deleted: 'Link deleted',
  gridSaved: 'Sheet saved',
} as const

/** How long the result of a sync is shown, and the titles of other successes. */
export const SYNC_SECONDS = 10
export const SUCCESS_SECONDS = 3

export const EMPTY = 'No linked sheets yet. Link a sheet to a task board to turn each row into a task.'
export const NO_SUCH_SHEET = 'This built-in sheet doesn’t exist.'

export const HELP = {
  sheet:
    'Paste the sheet’s address, or the part between /d/ and /edit. If the address names a tab (gid), that tab is read, otherwise the first one. The first row must be a header with Title or Keyword, and optionally Notes and Section. Give Copydesk’s account edit access. If Google isn’t set up, any number creates a built-in sheet.',
  board:
    'The number in the board’s address: app.asana.com/0/NUMBER/list, or /board/NUMBER for a built-in board.',
} as const

export const deleteQuestion = (site: string) =>
  ({
    title: `Unlink ${site}?`,
    content: 'The sheet and its tasks stay as they are. You can undo this.',
    okText: 'Unlink',
    danger: true,
  }) as const

export const syncOutcome = ({ created, updated, skipped, fault_count: faultCount }: SheetSync): string =>
  syncWords({ created, updated, skipped, faults: faultCount })

export const DEED_LABELS: Readonly<Record<SheetDeed, string>> = {
  create: 'New task',
  update: 'Changed',
  skip: 'Unchanged',
}

export const moreFaults = (count: number): string => `and ${counted(count)} more`
