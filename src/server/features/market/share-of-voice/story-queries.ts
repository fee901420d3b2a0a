import { desc, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { ADDRESS_START, stories } from '../../../db/schema/share-of-voice.ts'

export type StoredStory = typeof stories.$inferSelect & { isOurs: boolean; intro: string | null }

// Stats are indexed by day, and a story's last day is known.
const HOLDER = sql`from stats s join publishers p using (publisher_id)
  where s.day = stories.last_day and s.story_id = stories.story_id and p.is_ours`
const IS_OURS = sql<boolean>`exists (select ${HOLDER})`

/** The latest story stored for the id in a story's address; undefined for a story that is not ours. */
export async function findStory(db: Db, id: string): Promise<StoredStory | undefined> {
  const address = `/ospublishing/story/${id.replace(/[^0-9a-f-]/g, '')}%`
  const [story] = await db
    .select({
      ...getTableColumns(stories),
      isOurs: IS_OURS,
      // Matched by its site (through the publisher's name) and title, because another site may use the same
      // title. If no site has that publisher's name now, matched by title alone, if only one article has it.
      intro: sql<string | null>`(select intro from (
          select a.intro, a.article_id, count(*) over () as alike, t.display_name in (select p.name ${HOLDER}) as is_of_site
          from articles a join sites t using (site_id) where a.title = stories.title and a.status = 'published'
            and a.revises_id is null) found
        where ${IS_OURS} and (is_of_site or alike = 1 and not exists (
          select from sites t where t.display_name in (select p.name ${HOLDER}))) order by is_of_site desc, article_id desc limit 1)`,
    })
    .from(stories)
    // The same expression as in the index.
    .where(sql`left(${stories.url}, ${sql.raw(String(ADDRESS_START))}) like ${address}`)
    .orderBy(desc(stories.id))
    .limit(1)
  return story
}
