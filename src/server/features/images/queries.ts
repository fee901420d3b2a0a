import { eq, like, or } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/connect.ts'
import { articles } from '../../db/schema/articles.ts'
import { sites } from '../../db/schema/sites.ts'

const nameIn = (address: string) => address.slice(address.lastIndexOf('/') + 1)

/** The names of the stored images that an article of any status, draft or not, or a site shows. */
export async function listShownImages(db: Db): Promise<Set<string>> {
  const rows = await union(
    db
      .selectDistinct({ address: articles.imageUrl })
      .from(articles)
      .where(like(articles.imageUrl, '%/images/%')),
    db.selectDistinct({ address: sites.logoUrl }).from(sites),
  )
  return new Set(rows.flatMap(({ address }) => (address === null ? [] : nameIn(address))))
}

/** Is this one shown by now? Asked again just before it would be removed. */
export async function isShown(db: Db, name: string): Promise<boolean> {
  const inArticle = await db
    .select({ id: articles.id })
    .from(articles)
    .where(or(eq(articles.imageUrl, `/images/${name}`), like(articles.imageUrl, `%/images/${name}`)))
    .limit(1)
  if (inArticle.length > 0) return true
  const onSite = await db
    .select({ id: sites.id })
    .from(sites)
    .where(like(sites.logoUrl, `%/images/${name}`))
    .limit(1)
  return onSite.length > 0
}
