import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { keywords } from '#server/db/schema/keywords.ts'
import {
  collectionItems,
  keywordDays,
  publishers,
  stats,
  stories,
  tagDays,
} from '#server/db/schema/share-of-voice.ts'
import type { Hit } from '#server/features/market/share-of-voice/verbs/record-hits.ts'
import { recordHits } from '#server/features/market/share-of-voice/verbs/record-hits.ts'
import { createInventedHits } from '#server/integrations/share-of-voice-source/invented-hits.ts'
import {
  type OwnArticle,
  type OwnSide,
  onePerPublisher,
} from '#server/integrations/share-of-voice-source/port.ts'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import { dayAt, daysUpTo } from '#shared/format/day.ts'
import type { SampleArticle } from './articles.ts'
import { sampleGoods } from './goods.ts'
import type { SampleKeyword } from './keywords.ts'
import { found } from './rows.ts'
import { SAMPLE_SITES } from './sites.ts'

/** Days of share of voice in the sample, including today. */
export const COLLECTED_DAYS = 90

const NAMES = new Map(SAMPLE_SITES.map(({ code, displayName }) => [code, displayName]))

/** Published articles by the identity of each of their keywords. */
function publishedArticles(written: readonly SampleArticle[], timeZone: string): Map<string, OwnArticle[]> {
  const byKeyword = new Map<string, OwnArticle[]>()
  for (const article of written) {
    const published = article.events.find(({ action }) => action === 'published')
    if (article.status !== 'published' || published === undefined) continue
    const own = {
      publisher: NAMES.get(article.site) ?? '',
      title: article.title,
      publishedOn: dayAt(published.createdAt, timeZone),
      items: article.products
        .filter(({ asin }) => asin !== '')
        .map(({ asin, name, award, summary }) => ({ asin, name, award, blurb: summary ?? '' })),
    }
    for (const keyword of article.keywords) {
      const identity = keywordIdentity(keyword)
      byKeyword.set(identity, [...(byKeyword.get(identity) ?? []), own])
    }
  }
  return byKeyword
}

export interface SampleShareOfVoice {
  now: Date
  timeZone: string
  keywords: readonly SampleKeyword[]
  written: readonly SampleArticle[]
  idOf: (identity: string) => number
  /** Number of days, ending today. */
  count?: number
}

/** One day without data, long enough ago that no week looks broken. */
const SILENT_DAYS_AGO = 23
/** Number of days before the last one that determine the usual holder of a keyword. */
const USUAL_DAYS = 29

/** Days per batch, so that derived counts are not rewritten for every day. */
const DAYS_AT_ONCE = 15

const NOBODY_OF_OURS: OwnSide = { publishers: [], articles: [] }

interface Tracked {
  keyword: string
  since: string
  ours: OwnSide
}

/**
 * The keyword that is lost on the last day, so that the desk has something to start with: our article has
 * held it on the most days of the month, and on the day before.
 */
function lostToday(
  tracked: readonly Tracked[],
  days: readonly string[],
  hitsOf: ReturnType<typeof createInventedHits>,
): string | undefined {
  const [last = '', ...before] = days.slice(-1 - USUAL_DAYS).reverse()
  const isWon = ({ keyword, ours }: Tracked, day: string | undefined) =>
    day !== undefined && hitsOf(keyword, day, ours).some(({ isWinning }) => isWinning)
  const held = tracked
    .filter((each) => each.ours.articles.length > 0 && isWon(each, before[0]))
    .filter(
      ({ keyword, since }) => since <= (days[0] ?? '') && hitsOf(keyword, last, NOBODY_OF_OURS).length > 0,
    )
    .map((each) => ({ keyword: each.keyword, won: before.filter((day) => isWon(each, day)).length }))
  return held.sort((one, other) => other.won - one.won)[0]?.keyword
}

/** Holders of the tracked keywords day by day, oldest first, as if each had been collected on time. */
export function* sampleShareOfVoice(given: SampleShareOfVoice): Generator<Hit[]> {
  const { now, timeZone, keywords, written, idOf, count = COLLECTED_DAYS } = given
  const hitsOf = createInventedHits(sampleGoods())
  const articles = publishedArticles(written, timeZone)
  const tracked = keywords
    .filter(({ isTracked }) => isTracked)
    .map(({ keyword, identity, sites, createdAt }) => ({
      keyword,
      keywordId: idOf(identity),
      since: dayAt(createdAt, timeZone),
      ours: {
        publishers: sites.map((code) => NAMES.get(code) ?? ''),
        articles: articles.get(identity) ?? [],
      } satisfies OwnSide,
    }))
  const days = daysUpTo(dayAt(now, timeZone), count)
  const silent = days.at(-1 - SILENT_DAYS_AGO)
  const lost = lostToday(tracked, days, hitsOf)
  const hitsOn = (day: string): Hit[] =>
    tracked
      .filter(({ since }) => since <= day && day !== silent)
      .flatMap(({ keyword, keywordId, ours }) => {
        const isLost = keyword === lost && day === days.at(-1)
        return onePerPublisher(hitsOf(keyword, day, isLost ? NOBODY_OF_OURS : ours)).map((hit) => ({
          ...hit,
          keywordId,
          day,
        }))
      })
  for (const day of days) yield hitsOn(day)
}

/** Writes the days in batches, each while the next one is being invented. */
async function writeDays(days: Iterable<Hit[]>, write: (hits: Hit[]) => Promise<void>): Promise<void> {
  let batch: Hit[][] = []
  let writing = Promise.resolve()
  const writeBatch = async () => {
    await writing
    writing = write(batch.flat())
    // Reported where it is waited for.
    writing.catch(() => {})
    batch = []
  }
  for (const hits of days) {
    batch.push(hits)
    if (batch.length === DAYS_AT_ONCE) await writeBatch()
    // Lets the statements of the batch before follow each other.
    await setImmediate()
  }
  await writeBatch()
  await writing
}

export async function insertShareOfVoice(
  tx: Db,
  { now, timeZone = 'UTC' }: { now: Date; timeZone?: string },
  of: {
    written: readonly SampleArticle[]
    words: readonly SampleKeyword[]
    keywordIds: ReadonlyMap<string, number>
  },
): Promise<void> {
  const idOf = (identity: string) => found(of.keywordIds, identity)
  const days = sampleShareOfVoice({ now, timeZone, written: of.written, keywords: of.words, idOf })
  let isPlanned = false
  await writeDays(days, async (hits) => {
    await recordHits(tx, hits, dayAt(now, timeZone))
    if (!isPlanned) await countRows(tx)
    isPlanned = true
  })
  // Marks the last day as collected, so that it is not looked up again.
  await tx.execute(sql`insert into ${collectionItems} (day, keyword_id, state)
    select ${dayAt(now, timeZone)}::date, keyword_id, 'done' from ${keywords} where is_tracked`)
}

/**
 * Autovacuum's analyze does not see the rows of this transaction, so the planner would expect empty tables: a
 * minute instead of seconds. Analyzed here, they are not analyzed again before the transaction ends.
 */
const countRows = (tx: Db) =>
  tx.execute(sql`analyze ${keywords}, ${keywordDays}, ${publishers}, ${stats}, ${stories}, ${tagDays}`)
