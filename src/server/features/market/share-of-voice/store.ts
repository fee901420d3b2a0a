import { createHash } from 'node:crypto'
import { inArray, type SQL, sql } from 'drizzle-orm'
import { REPORT_RANGES } from '#shared/features/market/share-of-voice/contract.ts'
import { ADVISORY_LOCKS } from '../../../db/advisory-locks.ts'
import type { Db } from '../../../db/connect.ts'
import { publishers, type StoryItem, stories } from '../../../db/schema/share-of-voice.ts'

/** Days in a row of `keyword_days`: the length of its bit strings. */
export const REMEMBERED_DAYS = 128
const NO_DAYS = sql`0::bit(128)`

/**
 * Allows one writer at a time until the transaction ends, because the counts derived from `stats`
 * (`keyword_days`, `publisher_days`) are read before they are written.
 */
export async function lockWriters(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.writeShareOfVoice})`)
}

/** Ids of these publishers by name. New ones are added, and `isOurs` takes the latest value. */
export async function ensurePublishers(
  tx: Db,
  named: ReadonlyMap<string, { isOurs: boolean }>,
): Promise<Map<string, number>> {
  const find = () =>
    tx
      .select()
      .from(publishers)
      .where(inArray(publishers.name, [...named.keys()]))
  const known = new Map((await find()).map((row) => [row.name, row]))
  const wrong = [...named].filter(([name, { isOurs }]) => known.get(name)?.isOurs !== isOurs)
  if (wrong.length > 0) {
    await tx
      .insert(publishers)
      .values(wrong.map(([name, { isOurs }]) => ({ name, isOurs })))
      .onConflictDoUpdate({ target: publishers.name, set: { isOurs: sql`excluded.is_ours` } })
  }
  const rows = wrong.length > 0 ? await find() : [...known.values()]
  return new Map(rows.map(({ name, id }) => [name, id]))
}

export interface NewStory {
  title: string
  /** In the publisher's own format. */
  publishedDate: string | null
  url: string | null
  items: readonly StoryItem[]
}

/** Equal for stories with equal content. */
export function fingerprintOf({ title, publishedDate, url, items }: NewStory): string {
  const said = items.map(({ asin, name, award, blurb }) => [asin, name, award, blurb])
  return createHash('sha256')
    .update(JSON.stringify([title, publishedDate, url, said]))
    .digest('hex')
}

/**
 * Ids of these stories by fingerprint. New stories are added. Each is marked as seen on the given day,
 * `yyyy-MM-dd`, unless it was seen later too.
 */
export async function ensureStories(
  tx: Db,
  told: ReadonlyMap<string, NewStory & { lastDay: string }>,
): Promise<Map<string, number>> {
  const fingerprints = [...told.keys()]
  const known = await tx
    .select({ id: stories.id, fingerprint: stories.fingerprint, lastDay: stories.lastDay })
    .from(stories)
    .where(sql`${stories.fingerprint} = any(${sql.param(fingerprints)}::text[])`)
  const later = known.filter(({ fingerprint, lastDay }) => lastDay < (told.get(fingerprint)?.lastDay ?? ''))
  if (later.length > 0) {
    await tx.execute(sql`update stories s set last_day = t.day
      from unnest(${sql.param(later.map(({ id }) => id))}::int[],
        ${sql.param(later.map(({ fingerprint }) => told.get(fingerprint)?.lastDay))}::date[]) t(story_id, day)
      where s.story_id = t.story_id`)
  }
  const ids = new Map(known.map(({ id, fingerprint }) => [fingerprint, id]))
  const added = fingerprints.filter((fingerprint) => !ids.has(fingerprint))
  for (const row of await insertStories(tx, added, told)) ids.set(row.fingerprint, row.story_id)
  return ids
}

async function insertStories(
  tx: Db,
  fingerprints: readonly string[],
  told: ReadonlyMap<string, NewStory & { lastDay: string }>,
): Promise<{ story_id: number; fingerprint: string }[]> {
  if (fingerprints.length === 0) return []
  const rows = fingerprints.map((fingerprint) => {
    const story = told.get(fingerprint)
    return {
      fingerprint,
      title: story?.title,
      published_date: story?.publishedDate,
      url: story?.url,
      items: story?.items,
      last_day: story?.lastDay,
    }
  })
  const { rows: made } = await tx.execute<{ story_id: number; fingerprint: string }>(sql`
    insert into stories (fingerprint, title, published_date, url, items, last_day)
    select fingerprint, title, published_date, url, items, last_day
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t(fingerprint text, title text, published_date text, url text, items jsonb, last_day date)
    returning story_id, fingerprint`)
  return made
}

export interface NewStat {
  keywordId: number
  day: string
  publisherId: number
  isWinning: boolean
  storyId: number
}

const column = (values: readonly unknown[], type: string): SQL =>
  sql`${sql.param(values)}::${sql.raw(type)}[]`

/** Upserts stats in this order, writing existing ones only if they differ; counts the new ones. */
export async function upsertStats(
  tx: Db,
  rows: readonly NewStat[],
): Promise<{ added: number; changed: number }> {
  const { rows: counts } = await tx.execute<{ added: number; changed: number }>(sql`
    with written as (
      insert into stats (keyword_id, day, publisher_id, is_winning, story_id)
      select keyword_id, day, publisher_id, is_winning, story_id
      from unnest(
        ${column(
          rows.map(({ keywordId }) => keywordId),
          'int',
        )},
        ${column(
          rows.map(({ day }) => day),
          'date',
        )},
        ${column(
          rows.map(({ publisherId }) => publisherId),
          'int',
        )},
        ${column(
          rows.map(({ isWinning }) => isWinning),
          'boolean',
        )},
        ${column(
          rows.map(({ storyId }) => storyId),
          'int',
        )}
      ) with ordinality t(keyword_id, day, publisher_id, is_winning, story_id, position)
      order by position
      on conflict (keyword_id, day, publisher_id) do update
      set is_winning = excluded.is_winning, story_id = excluded.story_id
      where (stats.is_winning, stats.story_id) is distinct from (excluded.is_winning, excluded.story_id)
      returning day, publisher_id, xmax = 0 as is_new
    ), counted as (
      insert into publisher_days as d (day, publisher_id, keywords)
      select day, publisher_id, count(*) from written where is_new group by 1, 2
      on conflict (day, publisher_id) do update set keywords = d.keywords + excluded.keywords
    )
    select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as changed
    from written`)
  return counts[0] ?? { added: 0, changed: 0 }
}

/** Percent of the days with data that were won, of the `days` days up to `as_of`; null without data. */
function rateOf(
  days: number,
  { lastDay, asOf, seen, won }: Record<'lastDay' | 'asOf' | 'seen' | 'won', SQL>,
) {
  const mask = sql`(((~${NO_DAYS}) << ${REMEMBERED_DAYS - days}::int) >> (${lastDay} - ${asOf}))`
  return sql`(100.0 * bit_count(${won} & ${mask}) / nullif(bit_count(${seen} & ${mask}), 0))::real`
}

/** The shares of a `keyword_days` row on a day, as `rate_7, rate_30, rate_90`. */
function ratesOn(today: string): SQL {
  const row = { lastDay: sql`last_day`, asOf: sql`${today}::date`, seen: sql`seen`, won: sql`won` }
  return sql.join(
    REPORT_RANGES.map((days) => rateOf(days, row)),
    sql`, `,
  )
}

export interface KeywordDay {
  keywordId: number
  day: string
}

/**
 * Rebuilds `keyword_days` from `stats` for these days of these keywords, which have stats. The shares end
 * with `today`. Requires `lockWriters`.
 */
export async function refreshKeywordDays(
  tx: Db,
  touched: readonly KeywordDay[],
  today: string,
): Promise<void> {
  await tx.execute(sql`
    with touched as (
      select s.keyword_id, s.day, bool_or(s.is_winning) as is_won
      from (select distinct * from unnest(
        ${column(
          touched.map(({ keywordId }) => keywordId),
          'int',
        )},
        ${column(
          touched.map(({ day }) => day),
          'date',
        )}) t(keyword_id, day)) t
      join stats s using (keyword_id, day)
      group by 1, 2
    ), newest as (
      select t.keyword_id, t.day, t.is_won, o.last_day as old_day, o.seen, o.won,
        greatest(max(t.day) over (partition by t.keyword_id), o.last_day) as last_day
      from touched t left join keyword_days o using (keyword_id)
    ), told as (
      select keyword_id, last_day, old_day, seen, won,
        bit_or(set_bit(${NO_DAYS}, last_day - day, 1))
          filter (where last_day - day < ${REMEMBERED_DAYS}::int) as told_seen,
        bit_or(set_bit(${NO_DAYS}, last_day - day, is_won::int))
          filter (where last_day - day < ${REMEMBERED_DAYS}::int) as told_won
      from newest
      group by keyword_id, last_day, old_day, seen, won
    ), bits as (
      select keyword_id, last_day,
        (coalesce(seen, ${NO_DAYS}) >> (last_day - coalesce(old_day, last_day)))
          | coalesce(told_seen, ${NO_DAYS}) as seen,
        ((coalesce(won, ${NO_DAYS}) >> (last_day - coalesce(old_day, last_day)))
          & (~coalesce(told_seen, ${NO_DAYS}))) | coalesce(told_won, ${NO_DAYS}) as won
      from told
    )
    insert into keyword_days as d (keyword_id, last_day, seen, won, as_of, rate_7, rate_30, rate_90,
      last_publisher_id, last_is_winning)
    select b.keyword_id, b.last_day, b.seen, b.won, ${today}::date, ${ratesOn(today)}, p.publisher_id, p.is_winning
    from bits b cross join lateral (
      select publisher_id, is_winning from stats s
      where s.keyword_id = b.keyword_id and s.day = b.last_day
      order by is_winning desc, stat_id limit 1
    ) p
    order by b.keyword_id
    on conflict (keyword_id) do update set last_day = excluded.last_day, seen = excluded.seen, won = excluded.won,
      as_of = excluded.as_of, rate_7 = excluded.rate_7, rate_30 = excluded.rate_30, rate_90 = excluded.rate_90,
      last_publisher_id = excluded.last_publisher_id, last_is_winning = excluded.last_is_winning
    where (d.last_day, d.seen, d.won, d.as_of, d.last_publisher_id, d.last_is_winning) is distinct from
      (excluded.last_day, excluded.seen, excluded.won, excluded.as_of, excluded.last_publisher_id, excluded.last_is_winning)`)
}

/** Recomputes the shares of up to `most` keywords for today; returns how many there were. */
export async function rollRates(db: Db, today: string, most: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with old as (
      select keyword_id from keyword_days where as_of <> ${today}::date order by keyword_id limit ${most}::int
      for no key update
    )
    update keyword_days set as_of = ${today}::date, (rate_7, rate_30, rate_90) = row(${ratesOn(today)})
    where keyword_id in (select keyword_id from old)`)
  return rowCount ?? 0
}

/** The earliest day with stats before the given one. */
export async function findDayBefore(db: Db, before: string): Promise<string | null> {
  const { rows } = await db.execute<{ day: string | null }>(
    sql`select min(day) as day from publisher_days where day < ${before}::date`,
  )
  return rows[0]?.day ?? null
}

/**
 * Deletes the stats of a day for up to `most` keywords with results after `after`; returns the last one's id, or null if
 * there was none. The day is still found until `removeDay`.
 */
export async function removeStats(
  tx: Db,
  day: string,
  { after, most }: { after: number; most: number },
): Promise<number | null> {
  const { rows } = await tx.execute<{ last: number | null }>(sql`
    with slice as materialized (
      select keyword_id from keyword_days where keyword_id > ${after}::int order by keyword_id limit ${most}::int
    ), removed as (
      delete from stats where day = ${day}::date and keyword_id = any(array(select keyword_id from slice))
    )
    select max(keyword_id) as last from slice`)
  return rows[0]?.last ?? null
}

/** Deletes the counts of a day whose stats are gone. */
export async function removeDay(tx: Db, day: string): Promise<void> {
  await tx.execute(sql`delete from publisher_days where day = ${day}::date`)
  // A tag that changed meanwhile may have added rows for a day just deleted; the next deletion removes them.
  await tx.execute(sql`delete from tag_days where day <= ${day}::date`)
}

/** Deletes data before `first` from `keyword_days`, and stories without stats since. */
export async function forgetBefore(tx: Db, first: string): Promise<void> {
  await tx.execute(sql`delete from stories where last_day < ${first}::date`)
  await tx.execute(sql`delete from keyword_days where last_day < ${first}::date`)
  const kept = sql`((~${NO_DAYS}) << (${REMEMBERED_DAYS - 1}::int - (last_day - ${first}::date)))`
  await tx.execute(sql`update keyword_days set seen = seen & ${kept}, won = won & ${kept}
    where last_day < ${first}::date + ${REMEMBERED_DAYS - 1}::int and seen & ${kept} <> seen`)
}
