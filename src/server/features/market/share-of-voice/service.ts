import type { SurfacesQuery, WinnersQuery } from '#shared/features/market/share-of-voice/contract.ts'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { rowsWithin } from '../../../db/sql/rows-within.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Caller } from '../../../security/actor.ts'
import { endOf } from '../../keywords/area.ts'
import { readCalendar } from './calendar-queries.ts'
import { readChoices, type StoredChoices } from './choices-store.ts'
import type { ShareOfVoiceDeps } from './deps.ts'
import * as queries from './queries.ts'
import { readHeld, readSurfaces } from './surfaces-reader.ts'
import { chooseReports } from './verbs/choose-reports.ts'
import { type Hit, recordHits } from './verbs/record-hits.ts'
import { removeOldDays, rollRates } from './verbs/roll-days.ts'
import { daysOf, keywordFilterOf } from './winner-files.ts'
import { countWinners, listWinnerIds, readWinners, type WinnersPage } from './winner-queries.ts'

/** Default range of a keyword's stats, in days. */
const USUAL_DAYS = 90

/** What helps to find a page: that nothing narrows it, or how many match where an index finds them. */
async function narrowingOf(filter: ReturnType<typeof keywordFilterOf>, count: Promise<{ total: number }>) {
  const isNarrow = (filter.keyword ?? '').trim() !== '' || filter.sites?.length || filter.tags?.length
  return isNarrow ? { matches: { count: (await count).total } } : { only: { tracked: true } }
}

/** Number of keywords on all pages: all matches, or those with enough days with data. */
async function countPages(
  { db, totals }: ShareOfVoiceDeps,
  { dateRange, min_days: minDays }: WinnersQuery,
  {
    filter,
    ...found
  }: Awaited<ReturnType<typeof narrowingOf>> & {
    filter: ReturnType<typeof keywordFilterOf>
    where: WinnersPage['where']
  },
  count: Promise<{ total: number; isMore: boolean }>,
) {
  if (minDays === undefined) return count
  const total = await totals.get(`winners ${JSON.stringify([filter, dateRange, minDays])}`, () =>
    countWinners(db, { ...found, dateRange, minDays }),
  )
  return { total, isMore: false }
}

async function readWinnersPage(deps: ShareOfVoiceDeps, actor: Caller, query: WinnersQuery) {
  const { db, keywords, timeZone } = deps
  const filter = keywordFilterOf(query)
  const { range } = daysOf(deps, query.dateRange)
  const where = keywords.whereOf(actor, filter)
  const matching = keywords.countKeywords(actor, filter)
  const found = narrowingOf(filter, matching).then((narrowing) => ({ where, ...narrowing }))
  const count = found.then((of) => countPages(deps, query, { ...of, filter }, matching))
  const [{ total, isMore }, ids] = await Promise.all([
    count,
    rowsWithin(
      query.offset,
      () => count.then(endOf),
      async () => listWinnerIds(db, { ...query, minDays: query.min_days, ...(await found) }),
    ),
  ])
  const rows = await readWinners(db, ids, { timeZone, range, dateRange: query.dateRange })
  return { total, isMore, rows }
}

async function readCollected(deps: ShareOfVoiceDeps, dateRange: WinnersQuery['dateRange']) {
  const { days, range } = daysOf(deps, dateRange)
  const collected = new Set(await queries.listCollectedDays(deps.db, range))
  return Object.fromEntries(days.map((day) => [day, collected.has(day)]))
}

/** Holders of keywords per day: writing, reading and retention. */
export function createShareOfVoiceService(deps: ShareOfVoiceDeps) {
  const { db, clock, timeZone, retentionDays } = deps
  const today = () => dayAt(clock(), timeZone)
  return {
    recordHits: (hits: readonly Hit[]) => recordHits(db, hits, today()),
    listStats(keywordId: number, { from, to }: { from?: string | undefined; to?: string | undefined }) {
      const last = to ?? today()
      return queries.listStats(db, keywordId, { from: from ?? plusDays(last, 1 - USUAL_DAYS), to: last })
    },
    async readStat(id: number) {
      const stat = await queries.findStat(db, id)
      if (stat === null) throw notFound('Stat')
      return stat
    },
    readCalendar: (keywordId: number, range: queries.DayRange) => readCalendar(deps, keywordId, range),
    async findOurs(keywordId: number, until?: string) {
      const stat = await queries.findLatestWin(db, keywordId, until)
      if (stat === null) throw new AppError('notFound', 'No articles from our sites')
      return stat
    },
    readWinners: (actor: Caller, query: WinnersQuery) => readWinnersPage(deps, actor, query),
    readCollected: (dateRange: WinnersQuery['dateRange']) => readCollected(deps, dateRange),
    readSurfaces: (query: SurfacesQuery) => readSurfaces(deps, query),
    readHeld: (query: SurfacesQuery) => readHeld(deps, query),
    readChoices: (actor: Caller) => readChoices(db, actor.id),
    chooseReports: (actor: Caller, choices: StoredChoices) => chooseReports(db, actor, choices),
    /** Recomputes the shares for today. */
    rollRates: () => rollRates(db, today()),
    removeOldDays: () => removeOldDays(db, { today: today(), retentionDays }),
  }
}
export type ShareOfVoiceService = ReturnType<typeof createShareOfVoiceService>
