import type { SurfacesQuery } from '#shared/features/market/share-of-voice/contract.ts'
import { listOutings } from './outing-queries.ts'
import type { ShareOfVoiceParts } from './parts.ts'
import { countHeld } from './queries.ts'
import { daysOf } from './winner-files.ts'

type Parts = Pick<ShareOfVoiceParts, 'db' | 'clock' | 'timeZone'>

/** How many keywords each publisher held on each of the days. */
export async function readHeld(parts: Parts, { dateRange, tags = [] }: SurfacesQuery) {
  const { days, range } = daysOf(parts, dateRange)
  return { days, held: await countHeld(parts.db, range, tags) }
}

/** The same, with our publications on these days. The clock is read once, so that both use the same days. */
export async function readSurfaces({ db, clock, timeZone }: Parts, query: SurfacesQuery) {
  const now = clock()
  const then = { db, timeZone, clock: () => now }
  const { range } = daysOf(then, query.dateRange)
  const [surfaces, outings] = await Promise.all([
    readHeld(then, query),
    listOutings(db, range, { tags: query.tags ?? [], timeZone }),
  ])
  return { ...surfaces, outings }
}
