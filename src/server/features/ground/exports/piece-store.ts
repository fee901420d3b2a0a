import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { exportPieces } from '../../../db/schema/exports.ts'

const { exportId: EXPORT, attempt: ATTEMPT, place: PLACE, content: CONTENT } = exportPieces
const PIECE_BYTES = 1024 * 1024

/** One try to make the file of an export. */
interface Attempt {
  exportId: string
  attempt: string
}

/** Splits the content into pieces of similar size, because it may arrive one line at a time. */
async function* inPieces(content: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk)
    waiting.push(bytes)
    size += bytes.length
    if (size < PIECE_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  // The end, which may be empty: see `rest`.
  yield Buffer.concat(waiting)
}

/** Stores a file as it is made; existing pieces belong to the same attempt. */
export async function insertPieces(
  db: Db,
  of: Attempt,
  content: AsyncIterable<Uint8Array | string>,
): Promise<void> {
  let place = 0
  for await (const piece of inPieces(content)) {
    await db.insert(exportPieces).values({ ...of, place, content: piece })
    place += 1
  }
}

export async function removePieces(db: Db, { exportId, attempt }: Attempt): Promise<void> {
  await db.delete(exportPieces).where(and(eq(EXPORT, exportId), eq(ATTEMPT, attempt)))
}

/** Removes what other attempts than the one that succeeded have left. */
export async function removeOtherPieces(db: Db, { exportId, attempt }: Attempt): Promise<void> {
  await db.delete(exportPieces).where(and(eq(EXPORT, exportId), ne(ATTEMPT, attempt)))
}

async function findPiece(db: Db, { exportId, attempt }: Attempt, place: number): Promise<Buffer | undefined> {
  const [piece] = await db
    .select({ content: CONTENT })
    .from(exportPieces)
    .where(and(eq(EXPORT, exportId), eq(ATTEMPT, attempt), eq(PLACE, place)))
  return piece?.content
}

/** Every piece but the last is full, so that a file whose end is missing is not taken for a whole one. */
async function* rest(db: Db, of: Attempt, first: Buffer): AsyncGenerator<Buffer> {
  let piece = first
  for (let place = 1; ; place++) {
    yield piece
    if (piece.length < PIECE_BYTES) return
    const next = await findPiece(db, of, place)
    if (next === undefined) throw new Error('The file was deleted during the download.')
    piece = next
  }
}

/** A file, read as it is taken; null where there is none, or a crash of the database has emptied the table. */
export async function openPieces(db: Db, of: Attempt): Promise<AsyncGenerator<Buffer> | null> {
  const first = await findPiece(db, of, 0)
  return first === undefined ? null : rest(db, of, first)
}
