import type { Db } from '../../../db/connect.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { PublishingSites } from '../../../integrations/publishing-site/port.ts'
import { listPublishedOf } from './mirror-queries.ts'

/** An article of a comparison. */
export interface ComparedArticle {
  keywordId: number
  title: string
  url: string
}

/** The post behind an address of a site; what cannot be asked now is not known. */
async function postAt(publishing: PublishingSites, code: string, url: string): Promise<number | null> {
  try {
    return await publishing(code.toLowerCase()).findPostByUrl(url)
  } catch (error) {
    if (error instanceof IntegrationError) return null
    throw error
  }
}

/**
 * The published article of a site: the one whose post has this address, or else the one for this keyword with
 * this title, or its only one. Null if it is ambiguous.
 */
export async function findPublishedFor(
  { db, publishing }: { db: Db; publishing: PublishingSites },
  site: { id: number; code: string },
  { keywordId, title, url }: ComparedArticle,
): Promise<number | null> {
  const postId = url === '' ? null : await postAt(publishing, site.code, url)
  const rows = await listPublishedOf(db, { siteId: site.id, keywordId, postId })
  const byPost = rows.find((row) => postId !== null && row.postId === postId)
  if (byPost) return byPost.id
  const named = rows.find((row) => row.title.toLowerCase() === title.trim().toLowerCase())
  if (named) return named.id
  const [only, second] = rows
  return only && !second ? only.id : null
}
