import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { keywords } from '#server/db/schema/keywords.ts'
import { keywordDays, publishers, stats, stories, tagDays } from '#server/db/schema/share-of-voice.ts'
import type { Hit } from '#server/features/share-of-voice/verbs/record-hits.ts'
import { recordHits } from '#server/features/share-of-voice/verbs/record-hits.ts'
import { createInventedHits } from '#server/integrations/share-of-voice-source/invented-hits.ts'
import {
  type OwnArticle,
  type OwnSide,
  onePerPublisher,
} from '#server/integrations/share-of-voice-source/port.ts'
import { keywordIdentity } from '#shared/features/keywords/rules.ts'
import { dayAt, daysUpTo } from '#shared/format/day.ts'
import type { SampleArticle } from './articles.ts'
import { sampleGoods } from './goods.ts'
import type { SampleKeyword } from './keywords.ts'
import { found } from './rows.ts'
import { SAMPLE_SITES } from './sites.ts'

/** How far back the sample's share of voice goes, today included. */
export const COLLECTED_DAYS = 90

const NAMES = new Map(SAMPLE_SITES.map(({ code, displayName }) => [code, displayName]))

/** The articles that are out, by the identity of each of their keywords. */
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
}

/** Some days at a time, so that what is counted from them is not written anew for each. */
const DAYS_AT_ONCE = 15

/** Who held the tracked keywords, some days at a time, the earliest first: as if each day had been collected on time. */
export function* sampleShareOfVoice(given: SampleShareOfVoice): Generator<Hit[]> {
  const { now, timeZone, keywords, written, idOf } = given
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
  const hitsOn = (day: string): Hit[] =>
    tracked
      .filter(({ since }) => since <= day)
      .flatMap(({ keyword, keywordId, ours }) =>
        onePerPublisher(hitsOf(keyword, day, ours)).map((hit) => ({ ...hit, keywordId, day })),
      )
  const days = daysUpTo(dayAt(now, timeZone), COLLECTED_DAYS)
  for (let from = 0; from < days.length; from += DAYS_AT_ONCE) {
    yield days.slice(from, from + DAYS_AT_ONCE).flatMap(hitsOn)
  }
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
  for (const hits of days) {
    await recordHits(tx, hits, dayAt(now, timeZone))
    if (!isPlanned) await countRows(tx)
    isPlanned = true
  }
}

/**
 * Whoever counts the rows of these tables meanwhile does not see those of this transaction, and joins are planned as if
 * there were none: a minute instead of seconds. Counted here, nobody counts them again before it has ended.
 */
const countRows = (tx: Db) =>
  tx.execute(sql`analyze ${keywords}, ${keywordDays}, ${publishers}, ${stats}, ${stories}, ${tagDays}`)
