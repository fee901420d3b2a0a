import { like, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/connect.ts'
import { articleVersions } from '../../db/schema/article-work.ts'
import { articles } from '../../db/schema/articles.ts'
import { sitePosts } from '../../db/schema/posts.ts'
import { sites } from '../../db/schema/sites.ts'

const nameIn = (address: string) => decodeURIComponent(address.slice(address.lastIndexOf('/') + 1))
const imageOfVersion = sql<string | null>`${articleVersions.content} ->> 'imageUrl'`

/** The names of the images that an article, a version of one, a post or a site shows. */
export async function listShownImages(db: Db): Promise<Set<string>> {
  const rows = await union(
    db.selectDistinct({ address: articles.imageUrl }).from(articles),
    db.selectDistinct({ address: imageOfVersion }).from(articleVersions),
    db.selectDistinct({ address: sitePosts.heroImageUrl }).from(sitePosts),
    db.selectDistinct({ address: sites.logoUrl }).from(sites),
  )
  return new Set(rows.flatMap(({ address }) => (address === null ? [] : nameIn(address))))
}

/** Is this one shown by now? Asked again just before it would be removed. */
export async function isShown(db: Db, name: string): Promise<boolean> {
  // Names are slugs with a digest, so nothing in them means anything to a pattern.
  const end = `%/${name}`
  const rows = await union(
    db.select({ address: articles.imageUrl }).from(articles).where(like(articles.imageUrl, end)),
    db.select({ address: imageOfVersion }).from(articleVersions).where(sql`${imageOfVersion} like ${end}`),
    db.select({ address: sitePosts.heroImageUrl }).from(sitePosts).where(like(sitePosts.heroImageUrl, end)),
    db.select({ address: sites.logoUrl }).from(sites).where(like(sites.logoUrl, end)),
  ).limit(1)
  return rows.length > 0
}
