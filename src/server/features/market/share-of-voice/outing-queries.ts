import { sql } from 'drizzle-orm'
import { MOST_OUTINGS, type Outing } from '#shared/features/market/share-of-voice/contract.ts'
import type { Db } from '../../../db/connect.ts'
import { type DayRange, isUpdate } from './queries.ts'

/**
 * The days of a range on which the most articles of one of our sites came out, in their order; with tags, those for
 * keywords that have one of them. An update is out when its post says so, which its approval may come days before.
 */
export async function listOutings(
  db: Db,
  { from, to }: DayRange,
  { tags, timeZone }: { tags: readonly number[]; timeZone: string },
): Promise<Outing[]> {
  const tagged = sql`exists (select from article_keywords l join keywords k using (keyword_id)
    where l.article_id = a.article_id and k.tag_ids && ${sql.param([...tags])}::integer[])`
  const { rows } = await db.execute<Outing & Record<string, unknown>>(sql`
    select day, site, published, updated from (
      select day, s.display_name as site,
        (count(*) filter (where not is_update))::int as published, (count(*) filter (where is_update))::int as updated
      from (
        select a.article_id, a.site_id, (e.created_at at time zone ${timeZone}::text)::date as day,
          ${isUpdate} as is_update
        from article_events e join articles a using (article_id)
        where e.action = 'published'
          and e.created_at >= ${from}::timestamp at time zone ${timeZone}::text
          and e.created_at < (${to}::date + 1)::timestamp at time zone ${timeZone}::text
          and ${tags.length === 0 ? sql`true` : tagged}
        group by 1, 2, 3, 4
      ) outing join sites s using (site_id)
      group by 1, 2 order by count(*) desc, 1 desc, 2 limit ${MOST_OUTINGS}
    ) most order by 1, 2`)
  return rows
}
