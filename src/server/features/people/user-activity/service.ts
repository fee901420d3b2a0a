import { SCREENS, screenPathOf } from '#shared/access/screens.ts'
import { MOST_DAYS, USUAL_DAYS } from '#shared/features/people/user-activity/contract.ts'
import { dayAt, daysBetween, daysUpTo } from '#shared/format/day.ts'
import type { ReadCache } from '../../../db/cache/read-cache.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { rowsWithin } from '../../../db/sql/rows-within.ts'
import type { Caller } from '../../../security/actor.ts'
import {
  type ActivityFilter,
  type CountedVisits,
  countVisits,
  countVisitsByDay,
  listVisits,
} from './queries.ts'
import * as store from './store.ts'

const MERGED_WITHIN_MS = 60_000
/** Single visits are kept for so many days, older ones as counts per user, role, screen and day. */
export const VISITS_DAYS = 90
const REST_MAXIMUM = 2048
const REST_DEPTH = 8
/** NUL and halves of surrogate pairs, as JSON writes them; the database takes neither. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i
const SECRET_KEY = /token|password|secret|authorization/i
const SECRET_PARAMETER = /([?&#][^=&#\s]*(?:token|password|secret|authorization)[^=&#\s]*=)[^&#\s]*/gi
const SECRET_PATH = /(\/(?:confirmation|reset-password|unsubscribe)\/)[^?#\s]+/gi
const SECRET_ROUTES = new Set<string>([
  SCREENS.confirmation.path,
  SCREENS.resetPassword.path,
  SCREENS.unsubscribe.path,
])

/** Whether a value is nested more deeply than any real one; such a value is not traversed. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

/** Removes secret-looking fields, and secrets in addresses. */
function cleanValue(key: string, value: unknown): unknown {
  if (SECRET_KEY.test(key)) return undefined
  if (typeof value !== 'string') return value
  return value.replace(SECRET_PARAMETER, '$1…').replace(SECRET_PATH, '$1…')
}

/** Additional data of a visit without values that look like secrets; empty if it is too large or too deep. */
export function cleanRest(rest: Record<string, unknown> | undefined): Record<string, unknown> {
  if (rest === undefined || isDeeper(rest, REST_DEPTH)) return {}
  const text = JSON.stringify(rest, (key, value) => cleanValue(key, value))
  if (text.length > REST_MAXIMUM || UNSTORABLE.test(text)) return {}
  return JSON.parse(text) as Record<string, unknown>
}

type VisitSearch = Omit<ActivityFilter, 'timeZone'> & { limit: number; offset: number }

export interface ActivityDeps {
  db: Db
  clock: () => Date
  timeZone: string
  totals: ReadCache<CountedVisits>
}

/** The days that are asked about, the oldest first: the last ones of a range that has too many. */
function daysOf({ startDate, endDate }: Pick<ActivityFilter, 'startDate' | 'endDate'>, today: string) {
  const last = endDate ?? today
  const count = startDate === undefined ? USUAL_DAYS : daysBetween(startDate, last) + 1
  return daysUpTo(last, Math.min(Math.max(count, 0), MOST_DAYS))
}

export function createActivityService({ db, clock, timeZone, totals }: ActivityDeps) {
  return {
    /** One page of the log and how many visits match, which may be a few seconds old. */
    async searchVisits({ limit, offset, ...filter }: VisitSearch) {
      const counted = totals.get(JSON.stringify(filter), () => countVisits(db, { ...filter, timeZone }))
      const [rows, info] = await Promise.all([
        rowsWithin(
          offset,
          async () => (await counted).total,
          () => listVisits(db, { ...filter, timeZone, limit, offset }),
        ),
        counted,
      ])
      return { rows, info }
    },
    /** How many visits there were on each day of the range, by role. */
    async countByDay(asked: Omit<ActivityFilter, 'timeZone'>) {
      const days = daysOf(asked, dayAt(clock(), timeZone))
      if (days.length === 0) return []
      const range = { startDate: days[0], endDate: days.at(-1) }
      const found = await countVisitsByDay(db, { ...asked, ...range, timeZone })
      return days.map((day) => {
        const roles = found.filter((entry) => entry.day === day)
        return {
          day,
          count: roles.reduce((sum, { count }) => sum + count, 0),
          roles: roles.map(({ role, count }) => ({ role, count })),
        }
      })
    },
    /** Replaces single visits older than `VISITS_DAYS` by counts. */
    async rollUpVisits() {
      const today = dayAt(clock(), timeZone)
      // Latest day first, one per transaction, so that locks are short.
      for (;;) {
        const day = await store.findDayToRollUp(db, { today, retentionDays: VISITS_DAYS, timeZone })
        if (day === undefined) return
        await store.rollUpDay(db, day, timeZone)
      }
    },
    /** Records a visit of one of our screens by the person signed in; every other address is passed over. */
    async recordVisit(
      actor: Caller,
      { url, restObject }: { url: string; restObject?: Record<string, unknown> | undefined },
    ) {
      const path = screenPathOf(url)
      if (path === null || SECRET_ROUTES.has(path)) return
      const now = clock()
      const visit = { userId: actor.id, roleId: actor.roleId, path, rest: cleanRest(restObject) }
      await transaction(db, async (tx) => {
        const since = new Date(now.getTime() - MERGED_WITHIN_MS)
        await store.lockVisitor(tx, actor.id)
        if (!(await store.mergeVisit(tx, visit, { since, now }))) await store.insertVisit(tx, visit, now)
      })
    },
  }
}

export type ActivityService = ReturnType<typeof createActivityService>
