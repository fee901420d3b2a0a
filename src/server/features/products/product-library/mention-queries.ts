import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { type StoryItem, stories, storyAsins } from '../../../db/schema/share-of-voice.ts'

const MOST_STORIES = 20
const MOST_ARTICLES = 200

/** The stories that recommend an ASIN, those shown last first. */
export async function listStories(db: Db, asin: string) {
  return db
    .select({
      title: stories.title,
      url: stories.url,
      lastDay: stories.lastDay,
      items: stories.items,
    })
    .from(stories)
    .where(sql`${storyAsins(stories.items)} @> ${JSON.stringify([asin])}::jsonb`)
    .orderBy(sql`${stories.lastDay} desc, ${stories.id} desc`)
    .limit(MOST_STORIES)
}
export type RecommendingStory = Awaited<ReturnType<typeof listStories>>[number] & { items: StoryItem[] }

interface MentionedBy {
  id: number
  first_name: string
  last_name: string
  username: string
}

/** An article, or a tracked post without an article, and how it recommends a product. */
export interface Mention {
  article_id: number | null
  title: string
  image_url: string | null
  keywords: { keyword_id: number; keyword: string }[]
  site: { code: string; display_name: string; logo_url: string }
  user: MentionedBy | null
  qa_user: MentionedBy | null
  status: string
  asana_url: string | null
  gid: string | null
  wordpress_id: string | null
  url: string | null
  created_at: string | null
  award: string
}

const person = (alias: SQL) =>
  sql`json_build_object('id', ${alias}.id, 'first_name', ${alias}.first_name, 'last_name', ${alias}.last_name, 'username', ${alias}.username)`

/** What recommends an ASIN, the newest first; drafts of others are their own affair. */
export async function listMentions(db: Db, asin: string, viewerId: number): Promise<Mention[]> {
  const iso = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const { rows } = await db.execute<Mention & Record<string, unknown>>(sql`
    select m.article_id, m.title, m.image_url, m.keywords, m."user", m.qa_user, m.status, m.asana_url, m.gid, m.wordpress_id,
      m.url, ${iso(sql`m.created_at`)} as created_at, m.award,
      json_build_object('code', s.code, 'display_name', s.display_name, 'logo_url', s.logo_url) as site
    from (
      select a.article_id, a.title, a.image_url, a.site_id, a.status, a.asana_url, a.gid, a.wordpress_id::text as wordpress_id,
        a.created_at, ap.award, ${person(sql`u`)} as "user",
        case when q.id is not null then ${person(sql`q`)} end as qa_user,
        (select o.url from article_posts o where o.article_id = a.article_id and o.state = 'live') as url,
        coalesce((select json_agg(json_build_object('keyword_id', k.keyword_id, 'keyword', k.keyword) order by l.position)
          from article_keywords l join keywords k using (keyword_id) where l.article_id = a.article_id), '[]') as keywords
      from (select distinct on (article_id) article_id, award from article_products
        where asin = ${asin} order by article_id, position) ap
      join articles a using (article_id) join users u on u.id = a.user_id left join users q on q.id = a.qa_user_id
      where (a.status <> 'draft' or a.user_id = ${viewerId}) and counts_as_article(a.revises_id, a.status)
      union all
      select null, c.title, c.picture_url, c.site_id, 'published', null, null, c.post_id, c.published_at, cp.award, null, null,
        c.permalink, case when c.focus_keyword is null then '[]'
          else json_build_array(json_build_object('keyword_id', 0, 'keyword', c.focus_keyword)) end
      from content_products cp join content_posts c using (content_post_id)
      where cp.asin = ${asin} and c.article_id is null and c.gone_at is null
    ) m join sites s on s.site_id = m.site_id
    order by m.created_at desc nulls last, m.article_id desc nulls last limit ${MOST_ARTICLES}::int`)
  return rows
}
