import type { SheetSync } from '#shared/features/google-sheets/contract.ts'
import { type SheetDeed, syncWords } from '#shared/features/google-sheets/rules.ts'
import { counted } from '#shared/format/count.ts'

export const MESSAGES = {
  readFailed: 'Could not read the sheets',
  createFailed: 'Could not create the link',
  deleteFailed: 'Could not delete the link',
  syncFailed: 'Could not sync the sheet',
  previewFailed: 'Could not tell what a sync would do',
  gridFailed: 'Could not read the sheet',
  gridNotSaved: 'Could not save the sheet',
  created: 'The sheet is linked',
  deleted: 'The link is deleted',
  gridSaved: 'The sheet is saved',
} as const

/** How long what a sync did stands, and what went well otherwise. */
export const SYNC_SECONDS = 10
export const SUCCESS_SECONDS = 3

export const EMPTY =
  'No sheet is linked with a task board yet. A link takes each row of a sheet over into a task of a board.'
export const NO_SUCH_SHEET = 'There is no built-in sheet of this number.'

export const HELP = {
  sheet:
    'The long part of the sheet’s address, between /d/ and /edit; the whole address can be pasted. The first row names the columns: Title or Keyword, and if you like Notes and Section. Share the sheet with Copydesk’s account as editor. Where Google is not set up, any number makes a sheet of our own.',
  board:
    'The number in the address of the board: app.asana.com/0/NUMBER/list, or /board/NUMBER of the built-in one.',
} as const

export const deleteQuestion = (site: string) =>
  ({
    title: `Delete the link of ${site}?`,
    content: 'The sheet and the tasks stay as they are. It can be undone.',
    okText: 'Delete',
    danger: true,
  }) as const

export const syncOutcome = ({ created, updated, skipped, faultCount }: SheetSync): string =>
  syncWords({ created, updated, skipped, faults: faultCount })

export const DEED_LABELS: Readonly<Record<SheetDeed, string>> = {
  create: 'New task',
  update: 'Changed',
  skip: 'As it is',
}

export const moreFaults = (count: number): string => `and ${counted(count)} more`
