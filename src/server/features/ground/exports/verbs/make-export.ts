import { randomBytes } from 'node:crypto'
import { transaction } from '../../../../db/connect.ts'
import { AppError } from '../../../../errors.ts'
import { emitEvent } from '../../../../security/events.ts'
import type { ExportDeps } from '../deps.ts'
import { insertPieces, removeOtherPieces, removePieces } from '../piece-store.ts'
import { beginExport, type ExportRow, findExport, finishExport } from '../store.ts'

const FAILED = 'Couldn’t create the file. Try again.'

/** Makes the file under an attempt of its own, which counts once it is whole. */
async function writeFile({ db, kinds, clock }: ExportDeps, { id, kind, request, userId, name }: ExportRow) {
  const maker = kinds()[kind]
  if (maker === undefined) throw new AppError('notFound', 'This export is no longer available.')
  const of = { exportId: id, attempt: randomBytes(4).toString('hex') }
  try {
    await insertPieces(db, of, maker.write(request, userId))
    await transaction(db, async (tx) => {
      const isOurs = await finishExport(tx, id, { attempt: of.attempt, error: null, now: clock() })
      if (isOurs)
        await emitEvent(tx, { type: 'export.ready', subjectId: null, label: name, job: 'exports.make' })
      await (isOurs ? removeOtherPieces(tx, of) : removePieces(tx, of))
    })
  } catch (error) {
    await removePieces(db, of)
    throw error
  }
}

/** Makes the file of an export unless it already exists. A failure is recorded in the export. */
export async function makeExport(deps: ExportDeps, id: string): Promise<void> {
  const { db, clock, log } = deps
  const row = await findExport(db, id)
  if (row === null || !(await beginExport(db, id))) return
  try {
    await writeFile(deps, row)
  } catch (error) {
    log.error({ err: error, export: row.kind }, 'export failed')
    const why = error instanceof AppError ? error.message : FAILED
    await finishExport(db, id, { attempt: null, error: why, now: clock() })
  }
}
