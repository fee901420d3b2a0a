import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/db/connect.ts'
import { followArticles } from '#server/features/posts/content-tracker/article-store.ts'
import { type PostValues, writePosts } from '#server/features/posts/content-tracker/post-store.ts'
import {
  recomputePosts,
  recomputeProductEarnings,
  recomputeRisks,
  recomputeSiteEarnings,
} from '#server/features/posts/content-tracker/store.ts'
import { HISTORY_WEEKS, weekOf } from '#shared/features/posts/content-tracker/rules.ts'
import { dayAt, daysBetween, plusDays } from '#shared/format/day.ts'
import { createRandom } from '../random.ts'
import { amount, maybe, namedIn, words } from './cells.ts'
import type { Laid } from './fill-parts.ts'
import { type SampleGood, sampleGoods } from './goods.ts'
import { before, DAY } from './moments.ts'
import { found } from './rows.ts'
import { SampleCode } from './site-codes.ts'
import { SAMPLE_SITES } from './sites.ts'
import { LINES } from './topics.ts'
import { readTable } from './words.ts'

const Tracked = z.strictObject({
  title: words,
  site: SampleCode,
  /** Catalogue line of its products. */
  line: namedIn('catalog/lines.csv', LINES.keys()),
  /** Days since it was published, and since its last change. */
  age: amount,
  changed: amount,
  keyword: maybe,
  /** US dollars in a typical week. */
  weekly: amount,
  /** Month with the highest earnings. */
  peak: amount.refine((month) => month >= 1 && month <= 12, 'must be a month, 1 to 12'),
  course: z.enum(['growing', 'steady', 'falling']),
})
type Tracked = z.infer<typeof Tracked>

/** Posts that are older than the desk's own articles. */
export const TRACKED = await readTable('tracked.csv', Tracked)

const FIRST_POST = 21_001
const MOST_PRODUCTS = 4
const AWARDS = ['Best Overall', 'Best Value', 'Best Budget', 'Best Upgrade']
/** Share of a post's earnings per product, in order. */
const SHARES = [0.41, 0.27, 0.19, 0.13]
/** Weeks with earnings per product; comparisons reach no further back. */
const PRODUCT_WEEKS = 26
/** Days since discontinued products went out of stock. */
const GONE_LEAST = 24
const GONE_MOST = 45

export const isGone = ({ outOfStockDays }: Pick<SampleGood, 'outOfStockDays'>) => outOfStockDays >= 100

/** Days since the product went out of stock for good. */
export const goneFor = ({ asin }: Pick<SampleGood, 'asin'>): number =>
  createRandom(`gone ${asin}`).between(GONE_LEAST, GONE_MOST)

/** Products of a line. Discontinued ones come first, because the desk's story is about them. */
export function productsOf(
  { line, title }: Pick<Tracked, 'line' | 'title'>,
  byLine: ReadonlyMap<string, SampleGood[]>,
): SampleGood[] {
  const goods = byLine.get(line) ?? []
  const others = createRandom(`products ${title}`).shuffled(goods.filter((good) => !isGone(good)))
  return [...goods.filter(isGone).slice(0, 1), ...others].slice(0, MOST_PRODUCTS)
}

export const goodsByLine = (): ReadonlyMap<string, SampleGood[]> =>
  Map.groupBy(sampleGoods(), ({ categories }) => categories.at(-1)?.toLowerCase() ?? '')

/** In the form of a post's recommendations. */
export const recommended = (goods: readonly SampleGood[]) =>
  goods.map(({ asin, title, imageUrl }, place) => ({
    asin,
    name: title,
    award: AWARDS[place] ?? '',
    image: imageUrl ?? null,
  }))

export const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

export interface SampleTracked {
  values: PostValues
  row: Pick<Tracked, 'weekly' | 'peak' | 'course' | 'title'>
  /** Days since it was published. */
  age: number
  goods: readonly SampleGood[]
}

/** The posts of the table with their products. */
export function sampleTracked({ now, siteIds }: Pick<Laid, 'now' | 'siteIds'>): SampleTracked[] {
  const byLine = goodsByLine()
  const siteUrls = new Map(SAMPLE_SITES.map(({ code, url }) => [code, url]))
  return TRACKED.map((row, index) => {
    const goods = productsOf(row, byLine)
    return {
      row,
      age: row.age,
      goods,
      values: {
        siteId: found(siteIds, row.site),
        postId: String(FIRST_POST + index * 37),
        title: row.title,
        published: before(now, row.age * DAY).toISOString(),
        modified: before(now, row.changed * DAY).toISOString(),
        address: `${found(siteUrls, row.site)}/${slugOf(row.title)}`,
        focusKeyword: row.keyword,
        picture: null,
        trackingId: null,
        products: recommended(goods),
      },
    }
  })
}

const WEEK_DAYS = 7
const YEAR_DAYS = 365.25

/** Peak of holiday purchases, days of effect before and after it, and the increase. */
const HOLIDAYS = { day: '12-04', reach: 35, more: 0.3 }

/** Increase for the holidays, which rises and falls week by week. */
function holidaysOf(day: string): number {
  const year = Number(day.slice(0, 4))
  const away = Math.min(
    ...[year - 1, year].map((each) => Math.abs(daysBetween(`${each}-${HOLIDAYS.day}`, day))),
  )
  if (away >= HOLIDAYS.reach) return 1
  return 1 + (HOLIDAYS.more * (1 + Math.cos((Math.PI * away) / HOLIDAYS.reach))) / 2
}

/** Seasonal factor: more around the post's peak month, and for all before the holidays. */
function seasonOf(day: string, peak: number): number {
  const sincePeak = daysBetween(`${day.slice(0, 4)}-${String(peak).padStart(2, '0')}-15`, day)
  const wave = 1 + 0.28 * Math.cos((2 * Math.PI * sincePeak) / YEAR_DAYS)
  return wave * holidaysOf(day)
}

const COURSES = { growing: 0.34, steady: 0.05, falling: -0.28 } as const

/** Share of earnings left while products are out of stock: few buyers choose another one. */
const LEFT = 0.12

export interface SampleWeek {
  weekStart: string
  cents: number
  /** Per product, in order. */
  parts: number[]
}

/** Earnings of a post per week. The current week is partial. */
export function trackedWeeksOf(
  { row, age, goods }: Pick<SampleTracked, 'row' | 'age' | 'goods'>,
  today: string,
): SampleWeek[] {
  const random = createRandom(`earnings ${row.title}`)
  const current = weekOf(today)
  const total = SHARES.slice(0, goods.length).reduce((sum, share) => sum + share, 0) || 1
  return Array.from({ length: HISTORY_WEEKS + 1 }, (_, index) => {
    const back = HISTORY_WEEKS - index
    const weekStart = plusDays(current, -WEEK_DAYS * back)
    const noise = 0.93 + random.next() * 0.14
    const days = back === 0 ? daysBetween(current, today) / WEEK_DAYS : 1
    const years = back / 52
    const course = 1 + COURSES[row.course] * (1 - Math.min(years, 2) / 2)
    const whole = row.weekly * 100 * noise * days * course * seasonOf(weekStart, row.peak)
    const parts = goods.map((good, place) => {
      const isAway = isGone(good) && daysBetween(weekStart, today) < goneFor(good)
      return Math.round(((whole * (SHARES[place] ?? 0)) / total) * (isAway ? LEFT : 1))
    })
    const cents = parts.length === 0 ? Math.round(whole) : parts.reduce((sum, part) => sum + part, 0)
    return { weekStart, cents, parts }
  }).filter(({ weekStart }) => daysBetween(weekStart, today) <= age)
}

interface Followed extends Record<string, unknown> {
  id: number
  title: string
  age: number
  asins: string[]
}

/** The post of one of our articles earns less, and begins when it was published. */
const rowOf = ({ title }: Followed) => {
  const random = createRandom(`base ${title}`)
  return {
    title,
    weekly: random.between(180, 720),
    peak: random.between(1, 12),
    course: random.pick(['growing', 'steady'] as const),
  }
}

type Earning = Pick<SampleTracked, 'row' | 'age' | 'goods'> & { id: number }

async function insertEarnings(tx: Db, posts: readonly Earning[], today: string) {
  const weeks = posts.flatMap((post) =>
    trackedWeeksOf(post, today).map(({ weekStart, cents }) => ({ id: post.id, week: weekStart, cents })),
  )
  const recent = plusDays(weekOf(today), -WEEK_DAYS * PRODUCT_WEEKS)
  const parts = posts.flatMap((post) =>
    trackedWeeksOf(post, today)
      .filter(({ weekStart }) => weekStart >= recent)
      .flatMap(({ weekStart, parts: each }) =>
        each.map((cents, place) => ({ id: post.id, asin: post.goods[place]?.asin, week: weekStart, cents })),
      ),
  )
  await tx.execute(sql`insert into content_earnings (content_post_id, week_start, cents)
    select id, week, cents from jsonb_to_recordset(${JSON.stringify(weeks)}::jsonb) as t (id integer, week date, cents bigint)`)
  await tx.execute(sql`insert into product_earnings (content_post_id, asin, week_start, cents)
    select id, asin, week, cents
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as t (id integer, asin text, week date, cents bigint)`)
  await recomputeSiteEarnings(tx, [...new Set(weeks.map(({ week }) => week))])
  await recomputeRisks(tx)
}

/** The sites' posts with their earnings. */
export async function insertTracked(
  tx: Db,
  laid: Laid,
  { timeZone = 'UTC' }: { timeZone?: string },
): Promise<void> {
  const { now } = laid
  const today = dayAt(now, timeZone)
  const goods = new Map(sampleGoods().map((good) => [good.asin, good]))
  const stood = sampleTracked(laid)
  const { ids } = await writePosts(
    tx,
    stood.map(({ values }) => values),
    'adopted',
  )
  await followArticles(tx, { now })
  const { rows } = await tx.execute<Followed & { key: string }>(sql`
    select content_post_id as id, title, asins, site_id || '/' || post_id as key,
      extract(day from ${now.toISOString()}::timestamptz - published_at)::int as age from content_posts order by 1`)
  const byKey = new Map(stood.map((post) => [`${post.values.siteId}/${post.values.postId}`, post]))
  const posts = rows.map((row) => {
    const known = byKey.get(row.key)
    const own = row.asins.flatMap((asin) => goods.get(asin) ?? [])
    return known ? { ...known, id: row.id } : { id: row.id, age: row.age, goods: own, row: rowOf(row) }
  })
  await insertEarnings(tx, posts, today)
  await recomputePosts(tx, { today, now })
  await recomputeProductEarnings(tx, { today })
  await tx.execute(sql`
    update content_posts p set task_status = s.name, task_priority = t.priority
    from articles a join board_tasks t using (gid) join board_sections s on s.gid = t.section_gid
    where a.article_id = p.article_id`)
  if (ids.length !== TRACKED.length) throw new RangeError('Two posts of the sample have one number')
}
