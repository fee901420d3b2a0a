import { transaction } from '../../../db/connect.ts'
import type { Actor } from '../../../security/actor.ts'
import { listUnpublished } from '../mirror-queries.ts'
import type { ArticleParts } from './access.ts'
import { publishArticle } from './publish-article.ts'

/** Posts that are asked about in one call. */
const AT_ONCE = 100

type PublicationParts = Pick<ArticleParts, 'db' | 'clock' | 'listeners' | 'publishing' | 'log'>

const HOURLY: Actor = { kind: 'job', name: 'articles.find-published' }

interface MirroredArticle {
  id: number
  postId: number
  siteCode: string
}

async function publishTogether(
  parts: PublicationParts,
  actor: Actor,
  rows: readonly MirroredArticle[],
): Promise<number> {
  const [first] = rows
  if (!first) return 0
  const live = new Set(
    await parts.publishing(first.siteCode.toLowerCase()).listPublished(rows.map(({ postId }) => postId)),
  )
  let count = 0
  for (const { id } of rows.filter(({ postId }) => live.has(postId))) {
    const publication = { articleId: id, actorId: null, actor, now: parts.clock() }
    if (await transaction(parts.db, (tx) => publishArticle(parts, tx, publication))) count += 1
  }
  return count
}

/** Asks the article's site whether its post is live by now, and if so the article is published. Answers whether it was. */
export async function findPublishedState(
  parts: PublicationParts,
  actor: Actor,
  article: MirroredArticle,
): Promise<boolean> {
  return (await publishTogether(parts, actor, [article])) > 0
}

/** Asks every site about its articles that are approved. A site that does not answer keeps none of the others waiting. */
export async function findPublished(parts: PublicationParts): Promise<number> {
  let count = 0
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await listUnpublished(parts.db, after, AT_ONCE)
    for (const ofSite of Map.groupBy(rows, ({ siteCode }) => siteCode).values()) {
      count += await publishTogether(parts, HOURLY, ofSite).catch((error) => {
        parts.log.warn({ err: error, site: ofSite[0]?.siteCode }, 'posts could not be asked about')
        return 0
      })
    }
    after = rows.at(-1)?.id ?? after
    isMore = rows.length === AT_ONCE
  }
  return count
}
