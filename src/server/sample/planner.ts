import { z } from 'zod'
import type { Db } from '#server/db/connect.ts'
import { plannedKeywords } from '#server/db/schema/planner.ts'
import type { ArticleStatus } from '#shared/features/articles/articles/rules.ts'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import { type PublishBy, publishBy } from '#shared/features/keywords/opportunities/rules.ts'
import { monthOf, proposedMonth } from '#shared/features/keywords/planner/rules.ts'
import { dayAt, plusDays } from '#shared/format/day.ts'
import type { SampleArticle } from './articles.ts'
import { words } from './cells.ts'
import type { Laid, Placed } from './fill-parts.ts'
import { searchSeasons } from './market.ts'
import { before, DAY, lastAtWork } from './moments.ts'
import { type PersonKey, PersonNamed } from './people.ts'
import { found } from './rows.ts'
import { SampleCode, type SampleSiteCode } from './site-codes.ts'
import { readTable } from './words.ts'

const Wish = z.strictObject({ keyword: words, site: SampleCode, by: PersonNamed, note: z.string() })

/** What the desk would write about around the year; what of it is planned follows from the day. */
const WISHES = await readTable('planner.csv', Wish)

/** What a plan was made with: nothing is measured before there is a desk. */
const LEAD = { rankDays: 56, writeDays: 21 }
const LATE = 2
const AHEAD = 8
const PLANNED_DAYS_AGO = 24

interface SamplePlan {
  keyword: string
  site: SampleSiteCode
  by: PersonKey
  note: string
  month: string
  publishBy: string | null
  peakOn: string | null
}

type Season = ReturnType<typeof searchSeasons> extends ReadonlyMap<string, infer Of> ? Of : never
type Wished = z.output<typeof Wish> & { season: PublishBy }

/** For the season that is being missed: it was to be out in a month before. */
function latePlan({ season, ...wish }: Wished): SamplePlan {
  const peakOn = season.missed ?? season.peak
  const due = plusDays(peakOn, -(LEAD.rankDays + LEAD.writeDays))
  return { ...wish, month: monthOf(due), publishBy: due, peakOn }
}

const aheadPlan = ({ season, ...wish }: Wished, today: string): SamplePlan => ({
  ...wish,
  month: proposedMonth(season, today),
  publishBy: season.date,
  peakOn: season.peak,
})

/** The plan that has become this article: of this month. */
function writtenPlan(article: SampleArticle, today: string, known: ReadonlyMap<string, Season>): SamplePlan {
  const keyword = article.keywords[0] ?? article.title
  const season = known.get(keywordIdentity(keyword))
  const by = season ? publishBy(season, LEAD, today) : null
  return {
    keyword,
    site: article.site,
    by: article.by,
    note: '',
    month: monthOf(today),
    publishBy: by?.date ?? null,
    peakOn: by?.peak ?? null,
  }
}

/** Two that are late, the next ones ahead, one that is requested and one that is out. */
export function samplePlans(written: readonly SampleArticle[], now: Date, timeZone: string): SamplePlan[] {
  const today = dayAt(now, timeZone)
  const seasons = searchSeasons()
  const wished = WISHES.flatMap((wish) => {
    const season = publishBy(found(seasons, keywordIdentity(wish.keyword)), LEAD, today)
    return season === null ? [] : [{ ...wish, season }]
  })
  const missed = wished
    .filter(({ season }) => season.missed !== null)
    .toSorted((one, other) => (other.season.missed ?? '').localeCompare(one.season.missed ?? ''))
  const ahead = wished
    .filter(({ season }) => season.missed === null)
    .toSorted((one, other) => one.season.date.localeCompare(other.season.date))
  const newest = (status: ArticleStatus) => written.findLast((article) => article.status === status)
  const articles = [newest('requested'), newest('published')].filter((article) => article !== undefined)
  return [
    ...missed.slice(0, LATE).map(latePlan),
    ...ahead.slice(0, AHEAD).map((wish) => aheadPlan(wish, today)),
    ...articles.map((article) => writtenPlan(article, today, seasons)),
  ]
}

/** What the desk plans to write, as it stands on this day. */
export async function insertPlans(
  tx: Db,
  placed: Placed,
  { now, siteIds, userIds, timeZone = 'UTC' }: Laid & { timeZone?: string },
): Promise<void> {
  const written = placed.map(({ article }) => article)
  const createdAt = lastAtWork(before(now, PLANNED_DAYS_AGO * DAY))
  await tx.insert(plannedKeywords).values(
    samplePlans(written, now, timeZone).map(({ keyword, site, by, month, ...plan }) => ({
      ...plan,
      country: 'us' as const,
      name: keyword,
      identity: keywordIdentity(keyword),
      siteId: found(siteIds, site),
      userId: found(userIds, by),
      month: `${month}-01`,
      createdAt,
    })),
  )
}
