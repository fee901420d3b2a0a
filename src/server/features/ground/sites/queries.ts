import { and, asc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { articles } from '../../../db/schema/articles.ts'
import { keywordCounts } from '../../../db/schema/keywords.ts'
import { sites } from '../../../db/schema/sites.ts'
import { webhookSubscriptions } from '../../../db/schema/webhooks.ts'
import { countsAsArticle } from '../../../db/sql/counted-articles.ts'
import { readingOrder } from '../../../db/sql/reading-order.ts'
import type { SiteRow } from './store.ts'

export async function listSites(db: Db): Promise<SiteRow[]> {
  return db.select().from(sites).orderBy(readingOrder(sites.displayName), sites.id)
}

/** The site whose articles are followed on this board. */
export async function findSiteOfBoard(db: Db, boardGid: string): Promise<SiteRow | undefined> {
  const [site] = await db.select().from(sites).where(eq(sites.boardGid, boardGid)).orderBy(asc(sites.id))
  return site
}

/** Every board on which articles of a site at work are followed. */
export async function listBoards(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ boardGid: sites.boardGid })
    .from(sites)
    .where(and(isNotNull(sites.boardGid), isNull(sites.retiredAt)))
    .orderBy(asc(sites.boardGid))
  return rows.flatMap(({ boardGid }) => boardGid ?? [])
}

/** Every board on which the copy of a site at work is followed. */
export async function listCopyboards(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ gid: sites.copyboardGid })
    .from(sites)
    .where(and(isNotNull(sites.copyboardGid), isNull(sites.retiredAt)))
    .orderBy(asc(sites.copyboardGid))
  return rows.flatMap(({ gid }) => gid ?? [])
}

/** The site at work that has this board for this purpose; the first one where several share it. */
export async function findSiteWithBoard(
  db: Db,
  gid: string,
  kind: 'content' | 'copyboard',
): Promise<SiteRow | undefined> {
  const board = kind === 'content' ? sites.boardGid : sites.copyboardGid
  const [site] = await db
    .select()
    .from(sites)
    .where(and(eq(board, gid), isNull(sites.retiredAt)))
    .orderBy(asc(sites.id))
  return site
}

type Subscription = typeof webhookSubscriptions.$inferSelect

export interface ManagedSiteRow {
  site: SiteRow
  keywordsCount: number
  articlesCount: number
  contentWebhook: Subscription | null
  copyboardWebhook: Subscription | null
}

async function countBySite(db: Db, viewerId: number) {
  const [ofKeywords, ofArticles] = await Promise.all([
    db
      .select({ id: keywordCounts.valueId, count: sql<number>`sum(${keywordCounts.keywords})::int` })
      .from(keywordCounts)
      .where(eq(keywordCounts.kind, 'site'))
      .groupBy(keywordCounts.valueId),
    db
      .select({ id: articles.siteId, count: sql<number>`count(*)::int` })
      .from(articles)
      // The same count as in the linked list: drafts are visible only to their owners.
      .where(and(countsAsArticle, or(ne(articles.status, 'draft'), eq(articles.userId, viewerId))))
      .groupBy(articles.siteId),
  ])
  const byId = (rows: { id: number; count: number }[]) => new Map(rows.map(({ id, count }) => [id, count]))
  return { keywords: byId(ofKeywords), articles: byId(ofArticles) }
}

/** All sites, or one, with this user's counts and the webhooks of their boards. */
export async function listManagedSites(db: Db, viewerId: number, id?: number): Promise<ManagedSiteRow[]> {
  const [rows, counts, subscriptions] = await Promise.all([
    id === undefined ? listSites(db) : db.select().from(sites).where(eq(sites.id, id)),
    countBySite(db, viewerId),
    db
      .selectDistinct({ webhook: webhookSubscriptions })
      .from(webhookSubscriptions)
      .innerJoin(
        sites,
        or(
          eq(sites.boardGid, webhookSubscriptions.resource),
          eq(sites.copyboardGid, webhookSubscriptions.resource),
        ),
      ),
  ])
  const byBoard = new Map(subscriptions.map(({ webhook }) => [webhook.resource, webhook]))
  const webhookOf = (gid: string | null) => (gid === null ? null : (byBoard.get(gid) ?? null))
  return rows.map((site) => ({
    site,
    keywordsCount: counts.keywords.get(site.id) ?? 0,
    articlesCount: counts.articles.get(site.id) ?? 0,
    contentWebhook: webhookOf(site.boardGid),
    copyboardWebhook: webhookOf(site.copyboardGid),
  }))
}
