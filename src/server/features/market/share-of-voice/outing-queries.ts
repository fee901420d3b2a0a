import { sql } from 'drizzle-orm'
import { MOST_OUTINGS, type Outing } from '#shared/features/market/share-of-voice/contract.ts'
import type { Db } from '../../../db/connect.ts'
import { type DayRange, isUpdate } from './queries.ts'

/** An article that came out. An update is out when its post says so, which its approval may come days before. */
export interface Publication {
  day: string
  site: string
  isUpdate: boolean
  /** Those of its keywords. */
  tagIds: number[]
}

/** The publications on the days of a range, sorted by day and site. */
export async function listPublications(
  db: Db,
  { from, to }: DayRange,
  timeZone: string,
): Promise<Publication[]> {
  const { rows } = await db.execute<Publication & Record<string, unknown>>(sql`
    select day, s.display_name as site, is_update as "isUpdate", array(
      select t from article_keywords l join keywords k using (keyword_id), unnest(k.tag_ids) t
      where l.article_id = outing.article_id) as "tagIds"
    from (
      select a.article_id, a.site_id, (e.created_at at time zone ${timeZone}::text)::date as day,
        ${isUpdate} as is_update
      from article_events e join articles a using (article_id)
      where e.action = 'published'
        and e.created_at >= ${from}::timestamp at time zone ${timeZone}::text
        and e.created_at < (${to}::date + 1)::timestamp at time zone ${timeZone}::text
      group by 1, 2, 3, 4
    ) outing join sites s using (site_id) order by 1, 2`)
  return rows
}

/**
 * The days on which the most articles of one of our sites came out, in their order; with tags, those for keywords
 * that have one of them.
 */
export function busiestDays(publications: readonly Publication[], tags: readonly number[]): Outing[] {
  const days = new Map<string, Outing>()
  for (const { day, site, isUpdate, tagIds } of publications) {
    if (tags.length > 0 && !tagIds.some((id) => tags.includes(id))) continue
    const key = `${day} ${site}`
    const outing = days.get(key) ?? { day, site, published: 0, updated: 0 }
    days.set(key, outing)
    outing[isUpdate ? 'updated' : 'published'] += 1
  }
  const all = [...days.values()]
  const most = all
    .toSorted((a, b) => b.published + b.updated - (a.published + a.updated) || b.day.localeCompare(a.day))
    .slice(0, MOST_OUTINGS)
  return all.filter((outing) => most.includes(outing))
}
