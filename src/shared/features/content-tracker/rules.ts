import { DAY_MS } from '#shared/format/duration.ts'
import { counted, countedIn } from '../../format/count.ts'
import { plusDays } from '../../format/day.ts'
import { money, wholeMoney } from '../../format/money.ts'

/** What a post can be marked with, in the order of their bits. A warehouse may know others, which are shown raw. */
export const FLAGS = ['OUT_OF_STOCK', 'NO_KEYWORD', 'STALE_180D', 'EARNINGS_DROP', 'INVALID_ASIN'] as const
export type Flag = (typeof FLAGS)[number]

/** The bit that stands for a flag. Those of `OUT_OF_STOCK` and `INVALID_ASIN` are written by triggers. */
export const flagBit = (flag: Flag): number => 1 << FLAGS.indexOf(flag)

/** The flags whose bits are set. */
export const flagsOf = (bits: number): Flag[] => FLAGS.filter((flag) => (bits & flagBit(flag)) !== 0)

/** What each flag says of a post, for people. */
export const FLAG_LABELS: Readonly<Record<Flag, string>> = {
  EARNINGS_DROP: 'Earnings drop',
  INVALID_ASIN: 'Invalid ASIN',
  OUT_OF_STOCK: 'Out of stock',
  STALE_180D: 'Stale, 180 days',
  NO_KEYWORD: 'No keyword',
}

/** By which rule a post gets each flag, for people. */
export const FLAG_RULES: Readonly<Record<Flag, string>> = {
  EARNINGS_DROP:
    'Earnings in the last four full weeks are down by at least 30 % and $20 a week on the four weeks before.',
  INVALID_ASIN: 'At least one product is no longer in the shop.',
  OUT_OF_STOCK: 'At least one product is out of stock.',
  STALE_180D: 'Not published or changed in the last 180 days.',
  NO_KEYWORD: 'No focus keyword.',
}

/** Asks for posts without any flag. */
export const NO_FLAG = 'NONE'

/** Days without a change after which a post is stale. */
export const STALE_DAYS = 180

/** The days that `EARNINGS` is about, today included. */
export const EARNINGS_DAYS = 30

const DROP_WEEKS = 4
/** A drop is so much of what was earned before… */
export const DROP_SHARE = 0.3
/** …and at least so much in these weeks together, in cents. */
export const DROP_LEAST_CENTS = DROP_WEEKS * 2000

/** Whether four weeks' earnings are a drop from those of the four weeks before. Both in cents. */
export const isDrop = ({ last, before }: { last: number; before: number }): boolean =>
  before - last >= DROP_LEAST_CENTS && before - last >= before * DROP_SHARE

/** The Monday of the week that a day is in. */
export function weekOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return plusDays(day, -((weekday + 6) % 7))
}

/** Which weeks count for what on a day. All are Mondays or days, `yyyy-MM-dd`, and both ends count. */
export interface Weeks {
  /** The trailing 30 days, today being one. */
  trailing: { from: string; to: string }
  /** The last four full weeks, and the four before them. */
  last: { from: string; to: string }
  before: { from: string; to: string }
}

/**
 * The weeks that count on a day. Reports come late: the last full week is one that was told of, where `told` is the
 * newest week that anything is known of.
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

/** How much more or less, as a share of what was before; null where nothing was before. */
export const relativeChange = ({ last, before }: { last: number; before: number }): number | null =>
  before > 0 ? (last - before) / before : null

/**
 * What an update of a post changes once it is approved: its article; the very post, though it was not written here; or
 * neither, so that the site has another post.
 */
export const RENEWALS = ['article', 'post', 'another'] as const
export type Renewal = (typeof RENEWALS)[number]

/** What a writer is told of that, in the notes of what is begun. */
export const RENEWAL_NOTES: Readonly<Record<Exclude<Renewal, 'article'>, string>> = {
  post: 'Once approved, this replaces the whole text of that post.',
  another: 'This becomes a new post. The old one stays as it is.',
}

/** What a writer is told of that where the links of the post earn by a tag that is not the site's. */
export const tagNote = (tags: readonly string[], siteTag: string): string =>
  `The post’s links use the affiliate tag ${tags.join(', ')}. Once approved, they’ll use ${siteTag}.`

/** The same where the site did not say by which tags they earn. */
export const unreadTagsNote = (siteTag: string): string =>
  `We couldn’t read the affiliate tag of the post’s links. Once approved, they’ll use ${siteTag}.`

/** Why a post wants to be refreshed, in the order in which reasons are explained. */
export const REFRESH_KINDS = ['earnings', 'stock', 'age', 'share', 'keyword', 'clicks'] as const
export type RefreshKind = (typeof REFRESH_KINDS)[number]

/** The most points of each reason. A keyword cannot be both missing and lost: together they are 100. */
export const REFRESH_POINTS: Readonly<Record<RefreshKind, number>> = {
  earnings: 30,
  stock: 25,
  age: 15,
  share: 15,
  keyword: 10,
  clicks: 15,
}

/** What is lost counts in proportion, and for all of its points once it is one part of so many: a third. */
export const REFRESH_FULL = 3
/** Smaller losses are chance: in cents of four weeks, and in clicks of 30 days. */
export const REFRESH_LEAST = { cents: 2000, clicks: 10 } as const
/** A post begins to age after so many days without a change, a point for each so many days from then on. */
export const REFRESH_AGE = { from: 60, step: 10 } as const
/** So many days with data say what a share of voice is. */
export const REFRESH_SHARE_DAYS = 10
/** From so many points on, a post is pointed out. */
export const REFRESH_HIGH = 50

/** How the number is made, for whoever asks: a line for each reason. */
export const REFRESH_FORMULA: Readonly<Record<RefreshKind, string>> = {
  earnings: `Earnings: up to ${REFRESH_POINTS.earnings} points. Full points if the last four weeks are a third or more below the previous four. Losses under ${wholeMoney(REFRESH_LEAST.cents / 100)} don’t count.`,
  stock: `Stock: up to ${REFRESH_POINTS.stock} points. Full points if a third or more of the products are out of stock or no longer in the shop.`,
  age: `Age: up to ${REFRESH_POINTS.age} points, one for every ${REFRESH_AGE.step} days without a change after the first ${REFRESH_AGE.from}.`,
  share: `Share of voice: up to ${REFRESH_POINTS.share} points. Full points if the keyword’s share in the last 30 days is 33 percentage points or more below the 60 days before.`,
  keyword: `No focus keyword: ${REFRESH_POINTS.keyword} points.`,
  clicks: `Clicks: up to ${REFRESH_POINTS.clicks} points. Full points if search clicks in the last 30 days are a third or more below the 30 days before. Losses under ${REFRESH_LEAST.clicks} clicks don’t count.`,
}

/** Points for a part that is lost of a whole. The generated column `refresh` of `content_posts` counts the same. */
export const lossPoints = (kind: RefreshKind, { part, whole }: { part: number; whole: number }): number =>
  part > 0 && whole > 0
    ? Math.min(REFRESH_POINTS[kind], Math.floor((REFRESH_FULL * REFRESH_POINTS[kind] * part) / whole))
    : 0

/** Points for days without a change. */
export const agePoints = (days: number): number =>
  Math.min(REFRESH_POINTS.age, Math.max(0, Math.floor((days - REFRESH_AGE.from) / REFRESH_AGE.step)))

/** What the number of a post is made of. */
export interface RefreshFacts {
  /** Cents of the last four full weeks, and of the four before. */
  last: number
  before: number
  products: number
  out: number
  /** Points of age, and the day of the last change, `yyyy-MM-dd`. */
  age: number
  changedOn: string | null
  keyword: string | null
  /** Percent; null where not enough days are known. */
  shareBefore: number | null
  shareNow: number | null
  /** Of 30 days, and of the 30 before; null where nobody knows. */
  clicks: number | null
  clicksBefore: number | null
}

export interface RefreshReason {
  kind: RefreshKind
  points: number
  text: string
}

const percentOf = (part: number, whole: number) => Math.round((part / whole) * 100)

const REASONS: Readonly<Record<RefreshKind, (facts: RefreshFacts) => [points: number, text: string]>> = {
  earnings({ last, before }) {
    const part = before - last
    const points = part >= REFRESH_LEAST.cents ? lossPoints('earnings', { part, whole: before }) : 0
    const dollars = money(-part / 100)
    return [
      points,
      `The last four weeks earned ${percentOf(part, before)} % less than the four before: ${dollars}`,
    ]
  },
  stock: ({ out, products }) => [
    lossPoints('stock', { part: out, whole: products }),
    `${out} of ${countedIn(products, 'product')} cannot be bought`,
  ],
  age: ({ age, changedOn }) => [age, `Last changed on ${changedOn}`],
  share({ keyword, shareBefore, shareNow }) {
    const [before, now] = [shareBefore ?? 0, shareNow ?? 0]
    const text = `Share of voice of “${keyword}” fell from ${before} % to ${now} %`
    const isKnown = shareBefore !== null && shareNow !== null && keyword !== null
    return [isKnown ? lossPoints('share', { part: before - now, whole: 100 }) : 0, text]
  },
  keyword: ({ keyword }) => [keyword === null ? REFRESH_POINTS.keyword : 0, 'No focus keyword'],
  clicks({ clicks, clicksBefore }) {
    const [before, now] = [clicksBefore ?? 0, clicks ?? 0]
    const part = before - now
    const isKnown = clicks !== null && clicksBefore !== null && part >= REFRESH_LEAST.clicks
    const text = `Clicks from search in 30 days fell from ${counted(before)} to ${counted(now)}`
    return [isKnown ? lossPoints('clicks', { part, whole: before }) : 0, text]
  },
}

/** Why a post wants to be refreshed, what counts most first: the points of all are its number. */
export const refreshReasons = (facts: RefreshFacts): RefreshReason[] =>
  REFRESH_KINDS.map((kind) => {
    const [points, text] = REASONS[kind](facts)
    return { kind, points, text }
  })
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points)

/** Weeks of a row's small picture, and of the history. */
export const ROW_WEEKS = 26
export const HISTORY_WEEKS = 104

/** A site that nobody has told of for so many weeks, or that is at rest, is not waited for by a sum of all sites. */
export const SILENT_WEEKS = 8

/** Weeks of a year, as they are compared with those of the year before. */
export const YEAR_WEEKS = 52

export interface Years {
  /** The Mondays of the last 52 weeks, the earliest first. */
  weeks: string[]
  /** US dollars of each of them; null before anything is known. */
  year: (number | null)[]
  /** The same 52 weeks earlier; null before anything is known. */
  before: (number | null)[]
}

/** The last 52 weeks beside those of the year before; null where nothing is known. Weeks that nobody tells of earned nothing. */
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

/** How the last weeks compare with the same weeks a year before, as a share; null where not all of those are known. */
export function yearChange({ year, before }: Years, weeks = YEAR_WEEKS): number | null {
  const earlier = before.slice(-weeks)
  if (earlier.includes(null)) return null
  return relativeChange({ last: sumOf(year.slice(-weeks)), before: sumOf(earlier) })
}

/** What moved the earnings of a post, as far as we know it. */
export const MOVE_KINDS = ['out', 'back', 'lost', 'won', 'published', 'updated', 'changed'] as const
export type MoveKind = (typeof MOVE_KINDS)[number]

/** As many of them are told, the newest ones. */
export const MOST_MOVES = 8

/** A keyword has changed hands once the other side holds it on so many of so many days with data. */
export const TURN = { days: 7, of: 10 } as const

export interface Turn {
  /** The first of the days that say so, `yyyy-MM-dd`. */
  day: string
  kind: 'lost' | 'won'
  /** On how many of the days with data, from then on and as long as it lasted. */
  days: number
  of: number
}

/** When a keyword changed hands, the earliest first, from its days with data in order. */
export function turnsOf(days: readonly { day: string; isWon: boolean }[]): Turn[] {
  const turns: { at: number; isWon: boolean }[] = []
  let holds: boolean | null = null
  for (let end = TURN.of; end <= days.length; end += 1) {
    const seen = days.slice(end - TURN.of, end)
    for (const isWon of [true, false]) {
      const first = seen.findIndex((each) => each.isWon === isWon)
      if (isWon === holds || seen.filter((each) => each.isWon === isWon).length < TURN.days) continue
      // What stands at the beginning is no change.
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

/** Full weeks on both sides of a day by which it is said what came of it. */
const EFFECT_WEEKS = { most: 8, least: 4 } as const

/** How earnings went after a day, as a share of as many weeks before it; null where too few are known. */
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
