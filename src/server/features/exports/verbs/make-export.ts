import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../../errors.ts'
import type { ExportParts } from '../parts.ts'
import { beginExport, type ExportRow, findExport, finishExport } from '../store.ts'

const FAILED = 'The file could not be made. Please try again.'

async function writeFile({ kinds, folder }: ExportParts, { id, kind, request, userId }: ExportRow) {
  const maker = kinds[kind]
  if (maker === undefined) throw new AppError('notFound', 'Such files are not made any more.')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Under a name of its own until it is whole: who died in the middle may be followed by another.
  const part = join(folder, `${id}.${randomBytes(4).toString('hex')}.part`)
  try {
    const content = Readable.from(maker.write(request, userId), { objectMode: false })
    await pipeline(content, createWriteStream(part, { mode: 0o600 }))
    await rename(part, join(folder, id))
  } finally {
    await rm(part, { force: true })
  }
}

/** Makes the file of an export, unless that was done; what goes wrong stands in the export afterwards. */
export async function makeExport(parts: ExportParts, id: string): Promise<void> {
  const { db, clock, log } = parts
  const row = await findExport(db, id)
  if (row === null || !(await beginExport(db, id))) return
  try {
    await writeFile(parts, row)
    await finishExport(db, id, { error: null, now: clock() })
  } catch (error) {
    log.error({ err: error, export: row.kind }, 'export failed')
    const why = error instanceof AppError ? error.message : FAILED
    await finishExport(db, id, { error: why, now: clock() })
  }
}
