import type { Db } from '#server/db/connect.ts'
import { visits } from '#server/db/schema/users.ts'
import type { RoleId } from '#shared/access/roles.ts'
import { SCREENS, type ScreenName } from '#shared/access/screens.ts'
import { createRandom, type Random } from '../random.ts'
import { before, DAY, isWorkday, MINUTE } from './moments.ts'
import { type PersonKey, SAMPLE_PEOPLE, type SampleAccount } from './people.ts'
import { found, slices } from './rows.ts'

export const ACTIVITY_DAYS = 180
/** Share of users who visit on a weekend day. */
const WEEKEND_PRESENCE = 0.05

export interface SampleVisit {
  by: PersonKey
  roleId: RoleId
  path: string
  count: number
  createdAt: Date
  lastAt: Date
}

type Habit = Partial<Record<ScreenName, number>>

const DESK: Habit = {
  keywords: 9,
  articles: 7,
  pendingArticles: 8,
  products: 4,
  contentTracker: 4,
  reports: 3,
  keywordOpportunities: 3,
  productSearch: 3,
  keywordResearch: 2,
  gscKeywords: 2,
  googleSheets: 2,
  uploadKeywords: 1,
  commissionCategories: 1,
  profile: 0.4,
}

/** How often each role opens each screen. */
const HABITS: Readonly<Record<RoleId, Habit>> = {
  adm: { ...DESK, users: 3, userActivity: 2, sites: 1, userAccess: 0.7, scan: 0.5, bot: 0.5 },
  opm: DESK,
  qa: { ...DESK, pendingArticles: 18, articles: 10, uploadKeywords: 0.3 },
  eng: {
    keywords: 4,
    articles: 3,
    scan: 7,
    featureFlags: 4,
    dbQuery: 4,
    sites: 3,
    userActivity: 2,
    bot: 2,
    users: 1.5,
    profile: 0.4,
  },
  wrt: { tools: 4, keywordResearch: 12, gameSolutions: 1.5, profile: 0.8 },
}

function screenFor(role: RoleId, random: Random): ScreenName {
  const habit = Object.entries(HABITS[role]) as [ScreenName, number][]
  const total = habit.reduce((sum, [, weight]) => sum + weight, 0)
  let left = random.next() * total
  for (const [screen, weight] of habit) {
    left -= weight
    if (left < 0) return screen
  }
  return 'profile'
}

function visitOf(person: SampleAccount, at: Date, random: Random): SampleVisit {
  const count = random.pick([1, 1, 1, 1, 1, 1, 2, 2, 3, 4])
  const lastAt = count === 1 ? at : new Date(at.getTime() + (count - 1) * random.between(6, 55) * 1000)
  const { path } = SCREENS[screenFor(person.roleId, random)]
  return { by: person.key, roleId: person.roleId, path, count, createdAt: at, lastAt }
}

/** One person's day: one or two stretches at the desk, with a few screens in each. */
function dayOf(person: SampleAccount, midnight: Date, random: Random): SampleVisit[] {
  const presence = isWorkday(midnight) ? person.presence : person.presence * WEEKEND_PRESENCE
  if (!random.chance(presence)) return []
  const starts = random.chance(0.6)
    ? [random.between(480, 690), random.between(780, 960)]
    : [random.between(480, 900)]
  return starts.flatMap((start) => {
    let minute = start
    return Array.from({ length: random.between(1, 5) }, () => {
      const at = new Date(midnight.getTime() + minute * MINUTE + random.between(0, 59) * 1000)
      minute += random.between(4, 35)
      return visitOf(person, at, random)
    })
  })
}

/** Visits of the last 180 days, oldest first. People leave no trace before they joined or after they left. */
export function sampleActivity(now: Date): SampleVisit[] {
  const today = new Date(now)
  today.setUTCHours(0, 0, 0, 0)
  const visits = SAMPLE_PEOPLE.flatMap((person) => {
    const random = createRandom(`activity ${person.key}`)
    return Array.from({ length: ACTIVITY_DAYS }, (_, index) => ACTIVITY_DAYS - 1 - index).flatMap(
      (daysAgo) => {
        const day = dayOf(person, before(today, daysAgo * DAY), random)
        return daysAgo < person.joined && daysAgo >= person.lastSeen ? day : []
      },
    )
  })
  return visits
    .filter(({ lastAt }) => lastAt < now)
    .sort((left, right) => left.createdAt.getTime() - right.createdAt.getTime())
}

/** Sign-ins that fit the visits: the first visit of each day, and as regularly in the time before the log. */
export function signInsOf(person: SampleAccount, visits: readonly SampleVisit[]) {
  const firsts = new Map<string, Date>()
  for (const { by, createdAt } of visits) {
    const day = createdAt.toISOString().slice(0, 10)
    if (by === person.key && !firsts.has(day)) firsts.set(day, createdAt)
  }
  const earlierDays = Math.max(0, person.joined - ACTIVITY_DAYS)
  const earlier = Math.round(earlierDays * (5 / 7) * person.presence * 0.93)
  const last = [...firsts.values()].at(-1)
  const lastSignInAt = last === undefined ? null : new Date(last.getTime() - 20_000)
  return { signInCount: firsts.size + earlier, lastSignInAt }
}

export async function insertVisits(
  tx: Db,
  activity: readonly SampleVisit[],
  userIds: ReadonlyMap<PersonKey, number>,
): Promise<void> {
  for (const rows of slices(activity)) {
    await tx.insert(visits).values(
      rows.map(({ by, path, ...visit }) => ({
        ...visit,
        path,
        userId: found(userIds, by),
        rest: { route: path, params: {} },
      })),
    )
  }
}
