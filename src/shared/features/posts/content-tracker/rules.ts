import { DAY_MS } from '#shared/format/duration.ts'
import { counted, countedIn } from '../../../format/count.ts'
import { plusDays } from '../../../format/day.ts'
import { money, wholeMoney } from '../../../format/money.ts'

/** Flags of a post, in the order of their bits. */
export const FLAGS = ['OUT_OF_STOCK', 'NO_KEYWORD', 'STALE_180D', 'EARNINGS_DROP', 'INVALID_ASIN'] as const
export type Flag = (typeof FLAGS)[number]

/** The bit of a flag. Triggers write the bits of `OUT_OF_STOCK` and `INVALID_ASIN`. */
export const flagBit = (flag: Flag): number => 1 << FLAGS.indexOf(flag)

export const flagsOf = (bits: number): Flag[] => FLAGS.filter((flag) => (bits & flagBit(flag)) !== 0)

/** Display names of the flags. */
export const FLAG_LABELS: Readonly<Record<Flag, string>> = {
  EARNINGS_DROP: 'Earnings drop',
  INVALID_ASIN: 'Invalid ASIN',
  OUT_OF_STOCK: 'Out of stock',
  STALE_180D: 'Stale, 180 days',
  NO_KEYWORD: 'No keyword',
}

/** Display text of the rule behind each flag. */
export const FLAG_RULES: Readonly<Record<Flag, string>> = {
  EARNINGS_DROP:
    'Earnings in the last four full weeks are down by at least 30 % and $20 a week on the four weeks before.',
  INVALID_ASIN: 'At least one product is no longer in the shop.',
  OUT_OF_STOCK: 'At least one product is out of stock.',
  STALE_180D: 'Not published or changed in the last 180 days.',
  NO_KEYWORD: 'No focus keyword.',
}

/** Filter value for posts without any flag. */
export const NO_FLAG = 'NONE'

/** Days without a change after which a post is stale. */
export const STALE_DAYS = 180

/** Number of days that `EARNINGS` covers, including today. */
export const EARNINGS_DAYS = 30

const DROP_WEEKS = 4
/** Smallest drop, as a share of the earlier earnings… */
export const DROP_SHARE = 0.3
/** …and in cents over all of these weeks. */
export const DROP_LEAST_CENTS = DROP_WEEKS * 2000

/** Whether the last four weeks dropped against the four weeks before. Both in cents. */
export const isDrop = ({ last, before }: { last: number; before: number }): boolean =>
  before - last >= DROP_LEAST_CENTS && before - last >= before * DROP_SHARE

/** The Monday of the week that a day is in. */
export function weekOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return plusDays(day, -((weekday + 6) % 7))
}

/**
 * The weeks and days that the figures of a day cover. Mondays or days as `yyyy-MM-dd`, both ends included.
 */
export interface Weeks {
  /** The trailing 30 days, including today. */
  trailing: { from: string; to: string }
  /** The last four full weeks, and the four before them. */
  last: { from: string; to: string }
  before: { from: string; to: string }
}

/**
 * The weeks that the figures of a day cover. Earnings are reported late, so the last full week is one that
 * has been reported: `told` is the newest week with data.
 */
export function weeksOn(today: string, told: string | null = null): Weeks {
  const full = plusDays(weekOf(today), -7)
  const newest = told !== null && told < full ? told : full
  return {
    trailing: { from: plusDays(today, 1 - EARNINGS_DAYS), to: today },
    last: { from: plusDays(newest, -7 * (DROP_WEEKS - 1)), to: newest },
    before: { from: plusDays(newest, -7 * (2 * DROP_WEEKS - 1)), to: plusDays(newest, -7 * DROP_WEEKS) },
  }
}

/** Relative change; null if the earlier value was 0. */
export const relativeChange = ({ last, before }: { last: number; before: number }): number | null =>
  before > 0 ? (last - before) / before : null

/**
 * What an approved update changes: its article, the same post even if it was not written here, or neither. In
 * the last case the site gets another post.
 */
export const RENEWALS = ['article', 'post', 'another'] as const
export type Renewal = (typeof RENEWALS)[number]

/** Note for the writer in the new article. */
export const RENEWAL_NOTES: Readonly<Record<Exclude<Renewal, 'article'>, string>> = {
  post: 'Once approved, this replaces the whole text of that post.',
  another: 'This becomes a new post. The old one stays as it is.',
}

/** Note for the writer in the draft that asks for edits of a post on its site. */
export const EXCHANGE_NOTE =
  'Edit the post on its site, then delete this draft. If submitted, it becomes a new post instead.'

/** Note for the writer when the post's links use an affiliate tag other than the site's. */
export const tagNote = (tags: readonly string[], siteTag: string): string =>
  `The post’s links use the affiliate tag ${tags.join(', ')}. Once approved, they’ll use ${siteTag}.`

/** Note for the writer when the site did not report the affiliate tag. */
export const unreadTagsNote = (siteTag: string): string =>
  `We couldn’t read the affiliate tag of the post’s links. Once approved, they’ll use ${siteTag}.`

/** Reasons to refresh a post, in the order in which they are explained. */
export const REFRESH_KINDS = ['earnings', 'stock', 'age', 'share', 'keyword', 'clicks'] as const
export type RefreshKind = (typeof REFRESH_KINDS)[number]

/** Maximum points per reason. A keyword cannot be both missing and lost, so they add up to 100. */
export const REFRESH_POINTS: Readonly<Record<RefreshKind, number>> = {
  earnings: 30,
  stock: 25,
  age: 15,
  share: 15,
  keyword: 10,
  clicks: 15,
}

/** A loss scores in proportion and reaches the maximum at one third. */
export const REFRESH_FULL = 3
/** Smaller losses are treated as chance. Cents per four weeks; clicks per 30 days. */
const REFRESH_LEAST = { cents: 2000, clicks: 10 } as const
/** Age scores from day `from` without a change, one point per `step` days. */
export const REFRESH_AGE = { from: 60, step: 10 } as const
/** Fewest days with data for a share of voice. */
export const REFRESH_SHARE_DAYS = 10
/** A post with at least this many points is highlighted. */
export const REFRESH_HIGH = 50

/** Display text of the formula, one line per reason. */
export const REFRESH_FORMULA: Readonly<Record<RefreshKind, string>> = {
  earnings: `Earnings: up to ${REFRESH_POINTS.earnings} points. Full points if the last four weeks are a third or more below the previous four. Losses under ${wholeMoney(REFRESH_LEAST.cents / 100)} don’t count.`,
  stock: `Stock: up to ${REFRESH_POINTS.stock} points. Full points if a third or more of the products are out of stock or no longer in the shop.`,
  age: `Age: up to ${REFRESH_POINTS.age} points, one for every ${REFRESH_AGE.step} days without a change after the first ${REFRESH_AGE.from}.`,
  share: `Share of voice: up to ${REFRESH_POINTS.share} points. Full points if the keyword’s share in the last 30 days is 33 percentage points or more below the 60 days before.`,
  keyword: `No focus keyword: ${REFRESH_POINTS.keyword} points.`,
  clicks: `Clicks: up to ${REFRESH_POINTS.clicks} points. Full points if search clicks in the last 30 days are a third or more below the 30 days before. Losses under ${REFRESH_LEAST.clicks} clicks don’t count.`,
}

/** Points for days without a change. */
export const agePoints = (days: number): number =>
  Math.min(REFRESH_POINTS.age, Math.max(0, Math.floor((days - REFRESH_AGE.from) / REFRESH_AGE.step)))

/** Input of the refresh score. */
export interface RefreshFacts {
  /** Earnings in cents of the last four full weeks and of the four before. */
  last: number
  before: number
  products: number
  out: number
  /** Points for age, and the day of the last change as `yyyy-MM-dd`. */
  age: number
  changedOn: string | null
  keyword: string | null
  /** Percent; null if there are too few days with data. */
  shareBefore: number | null
  shareNow: number | null
  /** Clicks in the last 30 days and in the 30 before; null if unknown. */
  clicks: number | null
  clicksBefore: number | null
}

export interface RefreshReason {
  kind: RefreshKind
  points: number
  text: string
}

/**
 * The losses that score: what is lost of `of`, from which size on. Both the reasons and the generated column `refresh` of
 * `content_posts` are made from this.
 */
export const REFRESH_LOSSES = {
  earnings: { lost: ['before', 'last'], of: 'before', least: REFRESH_LEAST.cents },
  stock: { lost: ['out'], of: 'products', least: 1 },
  share: { lost: ['shareBefore', 'shareNow'], of: 100, least: 1 },
  clicks: { lost: ['clicksBefore', 'clicks'], of: 'clicksBefore', least: REFRESH_LEAST.clicks },
} as const

/** Points for a loss; 0 if a figure is unknown. */
function lossPoints(kind: keyof typeof REFRESH_LOSSES, facts: RefreshFacts): number {
  const { lost, of, least } = REFRESH_LOSSES[kind]
  const [part, minus = 0] = lost.map((name) => facts[name] ?? Number.NaN)
  const whole = of === 100 ? of : (facts[of] ?? Number.NaN)
  const most = REFRESH_POINTS[kind]
  const loss = (part ?? 0) - minus
  return loss >= least && whole > 0 ? Math.min(most, Math.floor((REFRESH_FULL * most * loss) / whole)) : 0
}

const percentOf = (part: number, whole: number) => Math.round((part / whole) * 100)

const REASONS: Readonly<Record<RefreshKind, (facts: RefreshFacts) => [points: number, text: string]>> = {
  earnings(facts) {
    const part = facts.before - facts.last
    return [
      lossPoints('earnings', facts),
      `The last four weeks earned ${percentOf(part, facts.before)} % less than the four before: ${money(-part / 100)}`,
    ]
  },
  stock: (facts) => [
    lossPoints('stock', facts),
    `${facts.out} of ${countedIn(facts.products, 'product')} cannot be bought`,
  ],
  age: ({ age, changedOn }) => [age, `Last changed on ${changedOn}`],
  share(facts) {
    const { keyword, shareBefore, shareNow } = facts
    const text = `Share of voice of “${keyword}” fell from ${shareBefore} % to ${shareNow} %`
    return [keyword === null ? 0 : lossPoints('share', facts), text]
  },
  keyword: ({ keyword }) => [keyword === null ? REFRESH_POINTS.keyword : 0, 'No focus keyword'],
  clicks(facts) {
    const [before, now] = [facts.clicksBefore ?? 0, facts.clicks ?? 0]
    const text = `Clicks from search in 30 days fell from ${counted(before)} to ${counted(now)}`
    return [lossPoints('clicks', facts), text]
  },
}

/** Reasons to refresh a post, the highest points first. The points add up to its score. */
export const refreshReasons = (facts: RefreshFacts): RefreshReason[] =>
  REFRESH_KINDS.map((kind) => {
    const [points, text] = REASONS[kind](facts)
    return { kind, points, text }
  })
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points)

/** Weeks in a row's sparkline and in the history. */
export const ROW_WEEKS = 26
export const HISTORY_WEEKS = 104

/**
 * A total over all sites does not wait for a site that is inactive or has reported nothing for this many
 * weeks.
 */
export const SILENT_WEEKS = 8

/** Weeks in a year-over-year comparison. */
export const YEAR_WEEKS = 52

export interface Years {
  /** The Mondays of the last 52 weeks, oldest first. */
  weeks: string[]
  /** US dollars per week; null before the first report. */
  year: (number | null)[]
  /** The same weeks one year (52 weeks) earlier; null before the first report. */
  before: (number | null)[]
}

/** The last 52 weeks next to the year before; null without data. Weeks without a report count as 0. */
export function yearsOf(history: readonly { WEEK_START_DATE: string; EARNINGS: number }[]): Years | null {
  const byWeek = new Map(history.map(({ WEEK_START_DATE, EARNINGS }) => [WEEK_START_DATE, EARNINGS]))
  const known = [...byWeek.keys()].sort()
  const [first] = known
  const last = known.at(-1)
  if (first === undefined || last === undefined) return null
  const weeks = Array.from({ length: YEAR_WEEKS }, (_, index) => plusDays(last, 7 * (index + 1 - YEAR_WEEKS)))
  const earlier = weeks.map((week) => plusDays(week, -7 * YEAR_WEEKS))
  const earnedIn = (week: string) => (week < first ? null : (byWeek.get(week) ?? 0))
  return { weeks, year: weeks.map(earnedIn), before: earlier.map(earnedIn) }
}

const sumOf = (values: readonly (number | null)[]) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/** Change of the last `weeks` weeks against the same weeks a year before; null if any of those is unknown. */
export function yearChange({ year, before }: Years, weeks = YEAR_WEEKS): number | null {
  const earlier = before.slice(-weeks)
  if (earlier.includes(null)) return null
  return relativeChange({ last: sumOf(year.slice(-weeks)), before: sumOf(earlier) })
}

/** Known causes of a change in a post's earnings. */
export const CAUSE_KINDS = ['out', 'back', 'lost', 'won', 'published', 'updated', 'changed'] as const
export type CauseKind = (typeof CAUSE_KINDS)[number]

/** Most causes shown, newest first. */
export const MOST_CAUSES = 8

/** A keyword has changed hands when the other side holds it on `days` of `of` days with data. */
export const TURN = { days: 7, of: 10 } as const

export interface Turn {
  /** First of those days, `yyyy-MM-dd`. */
  day: string
  kind: 'lost' | 'won'
  /** Number of days with data that it was held, out of `of`, from that day until it changed again. */
  days: number
  of: number
}

/** When a keyword changed hands, oldest first. `days` are its days with data, in order. */
export function turnsOf(days: readonly { day: string; isWon: boolean }[]): Turn[] {
  const turns: { at: number; isWon: boolean }[] = []
  let holds: boolean | null = null
  for (let end = TURN.of; end <= days.length; end += 1) {
    const seen = days.slice(end - TURN.of, end)
    for (const isWon of [true, false]) {
      const first = seen.findIndex((each) => each.isWon === isWon)
      if (isWon === holds || seen.filter((each) => each.isWon === isWon).length < TURN.days) continue
      // The first holder is not a change.
      if (holds !== null) turns.push({ at: end - TURN.of + first, isWon })
      holds = isWon
      break
    }
  }
  return turns.map(({ at, isWon }, index) => {
    const lasting = days.slice(at, turns[index + 1]?.at)
    const day = days[at]?.day ?? ''
    const held = lasting.filter((each) => each.isWon === isWon).length
    return { day, kind: isWon ? 'won' : 'lost', days: held, of: lasting.length }
  })
}

/** Full weeks on each side of the day for measuring an effect. */
const EFFECT_WEEKS = { most: 8, least: 4 } as const

/** Change in earnings after a day against the same number of weeks before it; null if too few are known. */
export function effectOfUpdate(
  history: readonly { WEEK_START_DATE: string; EARNINGS: number }[],
  day: string,
): { share: number; weeks: number } | null {
  const byWeek = new Map(history.map(({ WEEK_START_DATE, EARNINGS }) => [WEEK_START_DATE, EARNINGS]))
  const known = [...byWeek.keys()].toSorted()
  const [first] = known
  const last = known.at(-1)
  if (first === undefined || last === undefined) return null
  const monday = weekOf(day)
  const after = Math.floor((Date.parse(last) - Date.parse(monday)) / (7 * DAY_MS))
  const weeks = Math.min(EFFECT_WEEKS.most, after)
  if (weeks < EFFECT_WEEKS.least || plusDays(monday, -7 * weeks) < first) return null
  const sum = (from: number) =>
    Array.from({ length: weeks }, (_, index) => byWeek.get(plusDays(monday, 7 * (from + index))) ?? 0).reduce(
      (all, value) => all + value,
      0,
    )
  const share = relativeChange({ last: sum(1), before: sum(-weeks) })
  return share === null ? null : { share, weeks }
}
