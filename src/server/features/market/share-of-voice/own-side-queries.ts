import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import type { OwnSide } from '../../../integrations/share-of-voice-source/port.ts'

/** The sites that a keyword is meant for, and our published articles for it. */
export async function findOwnSide(db: Db, identity: string, timeZone: string): Promise<OwnSide> {
  const { rows } = await db.execute<{ publishers: string[]; articles: OwnSide['articles'] }>(sql`
    select
      array(select s.display_name from sites s where s.site_id = any(k.site_ids)) as publishers,
      coalesce((select json_agg(json_build_object('publisher', s.display_name, 'title', a.title,
          'publishedOn', (e.created_at at time zone ${timeZone})::date,
          'items', coalesce((select json_agg(json_build_object('asin', p.asin, 'name', p.name, 'award', p.award,
            'blurb', coalesce(p.summary, '')) order by p.position)
            from article_products p where p.article_id = a.article_id and p.asin <> ''), '[]')))
        from article_keywords l join articles a using (article_id) join sites s on s.site_id = a.site_id
          join article_events e on e.article_id = a.article_id and e.action = 'published'
        where l.keyword_id = k.keyword_id and a.status = 'published' and a.revises_id is null), '[]') as articles
    from keywords k where k.identity = ${identity}`)
  return rows[0] ?? { publishers: [], articles: [] }
}
