import type { SurfacesQuery } from '#shared/features/market/share-of-voice/contract.ts'
import type { ShareOfVoiceDeps } from './deps.ts'
import { listOutings } from './outing-queries.ts'
import { countHeld } from './queries.ts'
import { daysOf } from './winner-files.ts'

type Deps = Pick<ShareOfVoiceDeps, 'db' | 'clock' | 'timeZone'>

/** How many keywords each publisher held on each of the days. */
export async function readHeld(deps: Deps, { dateRange, tags = [] }: SurfacesQuery) {
  const { days, range } = daysOf(deps, dateRange)
  return { days, held: await countHeld(deps.db, range, tags) }
}

/** The same, with our publications on these days. The clock is read once, so that both use the same days. */
export async function readSurfaces({ db, clock, timeZone }: Deps, query: SurfacesQuery) {
  const now = clock()
  const then = { db, timeZone, clock: () => now }
  const { range } = daysOf(then, query.dateRange)
  const [surfaces, outings] = await Promise.all([
    readHeld(then, query),
    listOutings(db, range, { tags: query.tags ?? [], timeZone }),
  ])
  return { ...surfaces, outings }
}
