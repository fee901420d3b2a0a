import { eq, type SQL, sql } from 'drizzle-orm'
import type { Article, ArticleRow } from '#shared/features/articles/articles/contract.ts'
import type { UserName } from '#shared/features/ground/users/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import type { Db } from '../../../db/connect.ts'
import type { JsonText } from '../../../db/json/json-text.ts'
import { jsonList, jsonMoment, jsonRow, jsonRows, type Shape } from '../../../db/json/shape.ts'
import { prepared } from '../../../db/prepared.ts'
import { articleEvents, articles } from '../../../db/schema/articles.ts'
import { sites } from '../../../db/schema/sites.ts'
import { users } from '../../../db/schema/users.ts'
import { addressIfSafe } from '../../../db/sql/address-if-safe.ts'
import { countsAsArticle } from '../../../db/sql/counted-articles.ts'

/** The name of a user, a row of this table or alias. */
const userName = (of: SQL): Shape<UserName> => ({
  id: sql`${of}.id`,
  first_name: sql`${of}.first_name`,
  last_name: sql`${of}.last_name`,
  username: sql`${of}.username`,
})

const RENEWAL_STATE = sql`case when x.undone_at is not null then 'undone' when x.written_at is null then 'open' else 'written' end`

const rowFields: Shape<ArticleRow> = {
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
  user: jsonRow<UserName>(userName(sql`users`)),
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
}
const articleRow = jsonList<ArticleRow>(rowFields)

const userNamed = (id: SQL) => jsonRow<UserName>(userName(sql`u`), sql`users u where u.id = ${id}`)

/** Everything about an article; `x` is the row of each list. */
const articleJson = jsonList<Article>({
  ...rowFields,
  intro: sql`${articles.intro}`,
  notes: sql`${articles.notes}`,
  draft: sql`${articles.status} = 'draft'`,
  qa_user: userNamed(sql`${articles.qaUserId}`),
  products: jsonRows<Article['products'][number]>(
    {
      product_id: sql`x.product_id`,
      asin: sql`x.asin`,
      name: sql`x.name`,
      award: sql`x.award`,
      summary: sql`x.summary`,
    },
    sql`article_products x where x.article_id = ${articles.id} order by x.position`,
  ),
  faqs: jsonRows<Article['faqs'][number]>(
    { question: sql`x.question` },
    sql`article_faqs x where x.article_id = ${articles.id} order by x.position`,
  ),
  returns: jsonRows<Article['returns'][number]>(
    {
      article_return_id: sql`x.article_return_id`,
      user: userNamed(sql`x.user_id`),
      reason: sql`x.reason`,
      created_at: jsonMoment(sql`x.created_at`),
      answered_at: jsonMoment(sql`x.answered_at`),
      complement: sql`x.complement`,
      kind: sql`x.kind`,
    },
    sql`article_returns x where x.article_id = ${articles.id} order by x.article_return_id`,
  ),
  events: jsonRows<Article['events'][number]>(
    {
      action: sql`x.action`,
      user: userNamed(sql`x.user_id`),
      created_at: jsonMoment(sql`x.created_at`),
      comment: sql`x.comment`,
      self: sql`x.is_self`,
    },
    sql`article_events x where x.article_id = ${articles.id} order by x.${sql.identifier(articleEvents.id.name)}`,
  ),
  updated_at: jsonMoment(articles.updatedAt),
  asana_url: sql`${articles.taskUrl}`,
  gid: sql`${articles.taskGid}`,
  asana_section: jsonRow<Article['asana_section']>(
    { name: sql`${articles.taskSection}` },
    sql`(select 1) one where ${articles.taskSection} is not null`,
  ),
  revised_title: sql`(select x.title from articles x where x.article_id = ${articles.revisesId})`,
  updates: jsonRows<Article['updates'][number]>(
    {
      article_id: sql`x.article_id`,
      title: sql`x.title`,
      status: sql`x.status`,
      updated_at: jsonMoment(sql`x.updated_at`),
    },
    sql`articles x where x.revises_id = ${articles.id} and x.status <> 'draft' order by x.article_id`,
  ),
  renewal: sql`(select ${RENEWAL_STATE} from article_renewals x where x.article_id = ${articles.id})`,
  mirrors: jsonRows<Article['mirrors'][number]>(
    {
      target: sql`x.target`,
      state: sql`x.state`,
      attempts: sql`x.attempts`,
      error: sql`x.error`,
      updated_at: jsonMoment(sql`x.updated_at`),
    },
    sql`article_mirrors x where x.article_id = ${articles.id} order by x.target`,
  ),
  post: jsonRow<Article['post']>(
    {
      state: sql`x.state`,
      url: addressIfSafe(sql`x.url`),
      moved_from: addressIfSafe(sql`x.moved_from`),
      since: jsonMoment(sql`x.since`),
    },
    // The record of its current post, not of a previous one.
    sql`article_posts x where x.article_id = ${articles.id} and x.wordpress_id = ${articles.postId}`,
  ),
  checklist: jsonRows<Article['checklist'][number]>(
    {
      position: sql`x.position`,
      kind: sql`x.kind`,
      text: sql`x.text`,
      done_at: jsonMoment(sql`x.done_at`),
      done_by: userNamed(sql`x.done_by`),
    },
    sql`article_checklist x where x.article_id = ${articles.id} order by x.position`,
  ),
  version: sql`${articles.version}`,
})

/** `columns` of the articles of `page`, a query for `id` and `place`. */
const selectFrom = (db: Db, page: SQL, { columns }: { columns: Record<string, SQL<string>> }) =>
  db
    .select(columns)
    .from(sql`${page} page(id, place)`)
    .innerJoin(articles, sql`${articles.id} = page.id`)
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .innerJoin(users, eq(users.id, articles.userId))
    .orderBy(sql`place`)

const IDS = sql`unnest(${sql.placeholder('ids')}::int[]) with ordinality`

const rowsOfIds = prepared((db) => selectFrom(db, IDS, articleRow).prepare('article_rows'))

/** These articles as rows of a list, in the order of the ids. */
export async function readArticleRows(db: Db, ids: readonly number[]): Promise<JsonText<ArticleRow>[]> {
  return ids.length === 0 ? [] : articleRow.write(await rowsOfIds(db).execute({ ids }), {})
}

// The limit is a literal, since the planner misjudges a parameter.
const newestRows = prepared((db) =>
  selectFrom(
    db,
    sql`(select ${articles.id}, -${articles.id} from ${articles}
      where (${articles.status} <> 'draft' or ${articles.userId} = ${sql.placeholder('viewerId')}) and ${countsAsArticle}
      order by ${articles.id} desc limit ${sql.raw(String(PAGE_SIZE))})`,
    articleRow,
  ).prepare('newest_article_rows'),
)

/** The first page of the articles that this user sees, newest first. */
export const readNewestRows = async (db: Db, viewerId: number): Promise<JsonText<ArticleRow>[]> =>
  articleRow.write(await newestRows(db).execute({ viewerId }), {})

const jsonOfIds = prepared((db) => selectFrom(db, IDS, articleJson).prepare('whole_articles'))

/** Everything about these articles, in the order of the ids. */
export async function readArticlesAsJson(db: Db, ids: readonly number[]): Promise<JsonText<Article>[]> {
  return ids.length === 0 ? [] : articleJson.write(await jsonOfIds(db).execute({ ids }), {})
}
