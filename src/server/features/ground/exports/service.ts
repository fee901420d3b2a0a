import { randomBytes } from 'node:crypto'
import { isPermitted } from '#shared/access/permissions.ts'
import { DAY_MS, HOUR_MS } from '#shared/format/duration.ts'
import type { Download } from '#shared/http/download.ts'
import { transaction } from '../../../db/connect.ts'
import { AppError, forbidden, notFound } from '../../../errors.ts'
import type { Caller } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import type { ExportDeps } from './deps.ts'
import { openPieces } from './piece-store.ts'
import * as store from './store.ts'
import { makeExport } from './verbs/make-export.ts'

export const MAKE_EXPORT = 'exports.make'

/** Files of one person that may be under way. */
export const MOST_UNFINISHED = 2
/** A file that takes longer is reported as failed, because its job has most likely failed for good. */
const STUCK_MS = 2 * HOUR_MS
const STUCK = 'It took too long. Please try again.'

const ago = (clock: () => Date, milliseconds: number) => new Date(clock().getTime() - milliseconds)

/** Requests a file; 429 if the user already has two unfinished ones. */
async function startExport(deps: ExportDeps, actor: Caller, kind: string, request: object) {
  const { db, clock, enqueue, kinds } = deps
  if (!isPermitted(actor.permissions, kinds()[kind]?.access ?? [])) throw forbidden()
  const row = {
    id: randomBytes(16).toString('hex'),
    userId: actor.id,
    kind,
    request,
    status: 'IDLE' as const,
    name: kinds()[kind]?.nameOf(request) ?? kind,
    error: null,
    attempt: null,
    createdAt: clock(),
    finishedAt: null,
  }
  await transaction(db, async (tx) => {
    await store.lockOwner(tx, actor.id)
    if ((await store.countUnfinished(tx, actor.id, ago(clock, STUCK_MS))) >= MOST_UNFINISHED) {
      throw new AppError('tooMany', 'Two of your exports are still running. Wait for one to finish.', {
        retryAfter: 10,
      })
    }
    await store.insertExport(tx, row)
    await enqueue(tx, MAKE_EXPORT, { exportId: row.id })
    await audit(tx, actor, 'file.asked', { id: row.id, label: row.name, after: { kind, request } })
  })
  return row
}

/** The user's own export from the last day, of a kind that they may still export. */
async function readExport({ db, clock, kinds }: ExportDeps, actor: Caller, id: string) {
  const row = await store.findExport(db, id)
  const kind = row === null ? undefined : kinds()[row.kind]
  const isForThem = kind?.callers !== 'person' || actor.kind !== 'token'
  const isTheirs = row?.userId === actor.id && isForThem && isPermitted(actor.permissions, kind?.access ?? [])
  if (!row || !kind || !isTheirs || row.createdAt < ago(clock, DAY_MS)) throw notFound('Export')
  const isStuck = row.status !== 'FINISHED' && row.createdAt < ago(clock, STUCK_MS)
  return isStuck ? { ...row, error: STUCK } : row
}

/** The same file for the same person, as things are now. */
async function repeatExport(deps: ExportDeps, actor: Caller, id: string) {
  const { kind, request } = await readExport(deps, actor, id)
  return startExport(deps, actor, kind, Object(request))
}

async function openExport(deps: ExportDeps, actor: Caller, id: string): Promise<Download> {
  const { name, status, attempt } = await readExport(deps, actor, id)
  if (status !== 'FINISHED') throw new AppError('conflict', 'The file isn’t ready yet.')
  if (attempt === null) throw notFound('File')
  const content = await openPieces(deps.db, { exportId: id, attempt })
  if (content === null) throw notFound('File')
  return { name, content }
}

/** Files made in the background for the user who requested them, and kept for a day. */
export function createExportsService(deps: ExportDeps) {
  return {
    startExport: (actor: Caller, kind: string, request: object) => startExport(deps, actor, kind, request),
    readExport: (actor: Caller, id: string) => readExport(deps, actor, id),
    repeatExport: (actor: Caller, id: string) => repeatExport(deps, actor, id),
    openExport: (actor: Caller, id: string) => openExport(deps, actor, id),
    makeExport: (id: string) => makeExport(deps, id),
  }
}
export type ExportsService = ReturnType<typeof createExportsService>
