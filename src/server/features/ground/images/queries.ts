import { sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/connect.ts'
import { articleVersions } from '../../../db/schema/article-work.ts'
import { articles } from '../../../db/schema/articles.ts'
import { sitePosts } from '../../../db/schema/posts.ts'
import { sites } from '../../../db/schema/sites.ts'

const imageOfVersion = sql<string | null>`${articleVersions.content} ->> 'imageUrl'`

/** The last part of an address, which people may have typed: a percent sign in it need not mean anything. */
function nameIn(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1)
  const name = path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

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
