import { eq, type SQL, sql } from 'drizzle-orm'
import type { ArticleRow } from '#shared/features/articles/articles/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import type { Db } from '../../../db/connect.ts'
import type { JsonText } from '../../../db/json/json-text.ts'
import { jsonList, jsonMoment, jsonRow, jsonRows } from '../../../db/json/shape.ts'
import { prepared } from '../../../db/prepared.ts'
import { articles } from '../../../db/schema/articles.ts'
import { sites } from '../../../db/schema/sites.ts'
import { users } from '../../../db/schema/users.ts'
import { countsAsArticle } from '../../../db/sql/counted-articles.ts'

const articleRow = jsonList<ArticleRow>({
  article_id: sql`${articles.id}`,
  title: sql`${articles.title}`,
  status: sql`${articles.status}`,
  image_url: sql`${articles.imageUrl}`,
  site_id: sql`${articles.siteId}`,
  site: jsonRow<ArticleRow['site']>({
    site_id: sql`${sites.id}`,
    code: sql`${sites.code}`,
    display_name: sql`${sites.displayName}`,
    normalized_name: sql`${sites.normalizedName}`,
    logo_url: sql`${sites.logoUrl}`,
    url: sql`${sites.url}`,
  }),
  user_id: sql`${articles.userId}`,
  user: jsonRow<ArticleRow['user']>({
    id: sql`${users.id}`,
    first_name: sql`${users.firstName}`,
    last_name: sql`${users.lastName}`,
    username: sql`${users.username}`,
  }),
  keywords: jsonRows<ArticleRow['keywords'][number]>(
    { keyword_id: sql`k.keyword_id`, keyword: sql`k.keyword` },
    sql`article_keywords a join keywords k using (keyword_id) where a.article_id = ${articles.id} order by a.position`,
  ),
  created_at: jsonMoment(articles.createdAt),
  wordpress_id: sql`${articles.postId}`,
  revises: sql`${articles.revisesId}`,
  last_update: jsonRow<ArticleRow['last_update']>(
    { article_id: sql`u.article_id`, status: sql`u.status`, updated_at: jsonMoment(sql`u.updated_at`) },
    sql`articles u where u.revises_id = ${articles.id} and not counts_as_article(u.revises_id, u.status)
      order by u.article_id desc limit 1`,
  ),
})

/** The rows of `page`, a query for `id` and `place`. */
const rowsOf = (db: Db, page: SQL) =>
  db
    .select(articleRow.columns)
    .from(sql`${page} page(id, place)`)
    .innerJoin(articles, sql`${articles.id} = page.id`)
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .innerJoin(users, eq(users.id, articles.userId))
    .orderBy(sql`place`)

const rowsOfIds = prepared((db) =>
  rowsOf(db, sql`unnest(${sql.placeholder('ids')}::int[]) with ordinality`).prepare('article_rows'),
)

/** These articles as rows of a list, in the order of the ids. */
export async function readArticleRows(db: Db, ids: readonly number[]): Promise<JsonText<ArticleRow>[]> {
  return ids.length === 0 ? [] : articleRow.write(await rowsOfIds(db).execute({ ids }), {})
}

// The limit is a literal, since the planner misjudges a parameter.
const newestRows = prepared((db) =>
  rowsOf(
    db,
    sql`(select ${articles.id}, -${articles.id} from ${articles}
      where (${articles.status} <> 'draft' or ${articles.userId} = ${sql.placeholder('viewerId')}) and ${countsAsArticle}
      order by ${articles.id} desc limit ${sql.raw(String(PAGE_SIZE))})`,
  ).prepare('newest_article_rows'),
)

/** The first page of the articles that this user sees, newest first. */
export const readNewestRows = async (db: Db, viewerId: number): Promise<JsonText<ArticleRow>[]> =>
  articleRow.write(await newestRows(db).execute({ viewerId }), {})
