import {
  googleSheetEndpoints,
  type SheetBody,
  type SheetGrid,
} from '#shared/features/desk/google-sheets/contract.ts'
import type { Once } from '../../../calls/once.ts'
import { type Db, isDuplicate, transaction } from '../../../db/connect.ts'
import { AppError, notFound, RequestInvalid } from '../../../errors.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { sayRefusal } from '../../../integrations/refusal-words.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { type SheetDeps, SYNC_SHEET } from './deps.ts'
import { previewSync } from './plan-reader.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'

const LINKED = 'This sheet is already linked to this task board.'

async function readLink(db: Db, id: number): Promise<queries.FoundLink> {
  const found = await queries.findLink(db, id)
  if (!found) throw notFound('Sheet')
  return found
}

const labelOf = ({ sheetId, boardGid }: Pick<store.LinkRow, 'sheetId' | 'boardGid'>) =>
  `${sheetId} to board ${boardGid}`

const refuseLinked = (error: unknown): never => {
  throw isDuplicate(error) ? new AppError('conflict', LINKED) : error
}

/** Turns a failure to open a sheet into advice for the user. Transient errors stay as they are. */
async function opens(open: () => Promise<unknown>): Promise<void> {
  try {
    await open()
  } catch (error) {
    const isLasting =
      error instanceof IntegrationError && !['unavailable', 'timeout', 'rate_limited'].includes(error.kind)
    throw isLasting ? new AppError('unprocessable', sayRefusal(error)) : error
  }
}

async function requireSite({ db, sites }: SheetDeps, siteId: number): Promise<void> {
  if (await sites.findSite(db, siteId)) return
  throw new RequestInvalid('body', [{ path: 'siteId', message: 'There is no such site.' }])
}

async function createLink(deps: SheetDeps, actor: Caller, { body, once }: { body: SheetBody; once: Once }) {
  requires(actor, googleSheetEndpoints.create.access)
  const { siteId, googleSheetId: sheetId, asanaBoardId: boardGid } = body
  await requireSite(deps, siteId)
  await opens(async () => {
    const sections = await deps.taskBoard.listSections(boardGid)
    if (sections.length === 0)
      throw new AppError('unprocessable', `The task board ${boardGid} doesn’t exist or has no sections.`)
  })
  // Last, because opening creates a sheet of our own.
  await opens(() => deps.spreadsheet.open(sheetId))
  const insert = async (tx: Db) => {
    const link = await store.insertLink(tx, { sheetId, siteId, boardGid, createdAt: deps.clock() })
    await audit(tx, actor, 'sheet.linked', { id: link, label: labelOf({ sheetId, boardGid }), after: body })
    return link
  }
  const id = await transaction(deps.db, (tx) => once(tx, () => insert(tx))).catch(refuseLinked)
  return readLink(deps.db, id)
}

async function removeLink({ db, clock }: SheetDeps, actor: Caller, id: number): Promise<void> {
  requires(actor, googleSheetEndpoints.remove.access)
  await transaction(db, async (tx) => {
    const link = await store.lockLink(tx, id)
    if (!link || link.deletedAt !== null) throw notFound('Sheet')
    await store.markDeleted(tx, id, clock())
    const { sheetId, siteId, boardGid } = link
    await audit(tx, actor, 'sheet.unlinked', {
      id,
      label: labelOf(link),
      before: { googleSheetId: sheetId, siteId, asanaBoardId: boardGid },
    })
  })
}

async function restoreLink({ db }: SheetDeps, actor: Caller, id: number) {
  requires(actor, googleSheetEndpoints.restore.access)
  await transaction(db, async (tx) => {
    const link = await store.lockLink(tx, id)
    if (!link) throw notFound('Sheet')
    // Idempotent.
    if (link.deletedAt === null) return
    await store.markDeleted(tx, id, null)
    await audit(tx, actor, 'sheet.restored', { id, label: labelOf(link) })
  }).catch(refuseLinked)
  return readLink(db, id)
}

/**
 * The changes must equal the preview that the user saw. Syncing without a preview requires an earlier sync.
 */
async function requireShown(deps: SheetDeps, { link, isFirst }: queries.FoundLink, mark?: string) {
  if (mark === undefined && isFirst)
    throw new AppError('conflict', 'Preview the first sync before you run it.')
  if (mark === undefined) return
  const { mark: current, failure } = await previewSync(deps, link)
  if (failure !== null) throw new AppError('unprocessable', failure)
  if (mark !== current)
    throw new AppError('conflict', 'The sheet or its tasks have changed. Check the preview again.')
}

async function beginSync(deps: SheetDeps, actor: Caller, id: number, mark?: string) {
  requires(actor, googleSheetEndpoints.sync.access)
  const { db, clock, beginRun } = deps
  await requireShown(deps, await readLink(db, id), mark)
  await transaction(db, async (tx) => {
    const link = await store.lockLink(tx, id)
    if (!link || link.deletedAt !== null) throw notFound('Sheet')
    const last = await store.findLastSync(tx, id)
    if (last?.endedAt === null) throw new AppError('conflict', 'This sheet is already syncing.')
    const syncId = await store.insertSync(tx, {
      linkId: id,
      userId: actor.id,
      beganAt: clock(),
      mark: mark ?? null,
    })
    await beginRun(tx, SYNC_SHEET, { syncId })
    await audit(tx, actor, 'sheet.synced', { id, label: labelOf(link) })
  })
  return readLink(db, id)
}

async function readGrid({ db, builtInSheets }: SheetDeps, id: number): Promise<SheetGrid> {
  const { sheetId } = (await readLink(db, id)).link
  const grid = await builtInSheets?.findGrid(sheetId)
  if (!grid) throw notFound('Sheet')
  return { sheet_id: sheetId, rows: grid.rows, version: grid.version }
}

export interface NewGrid {
  rows: string[][]
  version: number | undefined
}

async function saveGrid(
  deps: SheetDeps,
  actor: Caller,
  id: number,
  { rows, version }: NewGrid,
): Promise<SheetGrid> {
  requires(actor, googleSheetEndpoints.saveGrid.access)
  const { db, builtInSheets } = deps
  const { sheet_id: sheetId } = await readGrid(deps, id)
  if (builtInSheets === null) throw notFound('Sheet')
  await transaction(db, async (tx) => {
    const grid = await builtInSheets.lockGrid(tx, sheetId)
    if (version !== undefined && version !== grid.version)
      throw new AppError('conflict', 'The sheet has changed. Reload it.')
    await builtInSheets.saveGrid(tx, sheetId, rows)
    await audit(tx, actor, 'sheet.edited', { id, label: sheetId, after: { rows: rows.length } })
  })
  return readGrid(deps, id)
}

/** Links between sheets and task boards. */
export function createSheetsService(deps: SheetDeps) {
  return {
    listLinks: () => queries.listLinks(deps.db),
    addressOf: (sheetId: string) => deps.spreadsheet.addressOf(sheetId),
    createLink: (actor: Caller, body: SheetBody, once: Once) => createLink(deps, actor, { body, once }),
    removeLink: (actor: Caller, id: number) => removeLink(deps, actor, id),
    restoreLink: (actor: Caller, id: number) => restoreLink(deps, actor, id),
    previewSync: async (id: number) => previewSync(deps, (await readLink(deps.db, id)).link),
    beginSync: (actor: Caller, id: number, mark?: string) => beginSync(deps, actor, id, mark),
    readGrid: (id: number) => readGrid(deps, id),
    saveGrid: (actor: Caller, id: number, grid: NewGrid) => saveGrid(deps, actor, id, grid),
  }
}
export type SheetsService = ReturnType<typeof createSheetsService>
