import { desc, like } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { stories } from '../../db/schema/share-of-voice.ts'
import { sites } from '../../db/schema/sites.ts'

export type StoredStory = typeof stories.$inferSelect

/** What was told last under the number in a story's own address; undefined where it is no story of ours. */
export async function findStory(db: Db, id: string): Promise<StoredStory | undefined> {
  const [story] = await db
    .select()
    .from(stories)
    .where(like(stories.url, `/ospublishing/story/${id.replace(/[^0-9a-f-]/g, '')}%`))
    .orderBy(desc(stories.id))
    .limit(1)
  return story
}

/** Our sites by their addresses. */
export async function listSiteAddresses(db: Db): Promise<{ code: string; url: string }[]> {
  return db.select({ code: sites.code, url: sites.url }).from(sites)
}
