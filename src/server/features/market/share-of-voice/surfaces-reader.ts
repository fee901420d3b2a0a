import type { SurfacesQuery } from '#shared/features/market/share-of-voice/contract.ts'
import type { ShareOfVoiceDeps } from './deps.ts'
import { busiestDays, listPublications } from './outing-queries.ts'
import { countHeld } from './queries.ts'
import { daysOf } from './winner-files.ts'

type Deps = Pick<ShareOfVoiceDeps, 'db' | 'clock' | 'timeZone' | 'publications'>

/** How many keywords each publisher held on each of the days. */
export async function readHeld(deps: Omit<Deps, 'publications'>, { dateRange, tags = [] }: SurfacesQuery) {
  const { days, range } = daysOf(deps, dateRange)
  return { days, held: await countHeld(deps.db, range, tags) }
}

/** The same, with our publications on these days. The clock is read once, so that both use the same days. */
export async function readSurfaces({ db, clock, timeZone, publications }: Deps, query: SurfacesQuery) {
  const now = clock()
  const then = { db, timeZone, clock: () => now }
  const { range } = daysOf(then, query.dateRange)
  const [surfaces, out] = await Promise.all([
    readHeld(then, query),
    // The same for all tags, so that a filter that changes with each request finds them cached.
    publications.get(`${range.from} ${range.to}`, () => listPublications(db, range, timeZone)),
  ])
  return { ...surfaces, outings: busiestDays(out, query.tags ?? []) }
}
