import { PUBLISHING } from '#shared/features/articles/rules.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { listUnpublished } from '../mirror-store.ts'
import { moveArticle } from '../store.ts'
import type { ArticleParts } from './access.ts'
import { followUp } from './follow-up.ts'

/** Posts that are asked about in one call. */
const AT_ONCE = 100

interface Publication {
  articleId: number
  /** Who published the post; null where that happened outside. */
  actorId: number | null
  /** How it came to be known, where nobody in particular did it. */
  words?: string
  now: Date
}

/**
 * The one way into `published`: its post is live. Only an approved article moves, and of any number of callers one
 * moves it; answers whether this one did.
 */
export async function publishArticle(
  parts: Pick<ArticleParts, 'listeners'>,
  tx: Db,
  { articleId, actorId, words, now }: Publication,
): Promise<boolean> {
  const moved = await moveArticle(tx, articleId, { ...PUBLISHING, now })
  if (!moved) return false
  await followUp(parts, tx, {
    articleId,
    action: PUBLISHING.to,
    ownerId: moved.userId,
    actorId,
    words: words ?? null,
    now,
  })
  return true
}

type PublicationParts = Pick<ArticleParts, 'db' | 'clock' | 'listeners' | 'publishing' | 'log'>

interface MirroredArticle {
  id: number
  postId: number
  siteCode: string
}

async function publishTogether(parts: PublicationParts, rows: readonly MirroredArticle[]): Promise<number> {
  const [first] = rows
  if (!first) return 0
  const live = new Set(
    await parts.publishing(first.siteCode.toLowerCase()).listPublished(rows.map(({ postId }) => postId)),
  )
  let count = 0
  for (const { id } of rows.filter(({ postId }) => live.has(postId))) {
    const publication = { articleId: id, actorId: null, now: parts.clock() }
    if (await transaction(parts.db, (tx) => publishArticle(parts, tx, publication))) count += 1
  }
  return count
}

/** Asks the article's site whether its post is live by now, and if so the article is published. Answers whether it was. */
export async function findPublishedState(
  parts: PublicationParts,
  article: MirroredArticle,
): Promise<boolean> {
  return (await publishTogether(parts, [article])) > 0
}

/** Asks every site about its articles that are approved. A site that does not answer keeps none of the others waiting. */
export async function findPublished(parts: PublicationParts): Promise<number> {
  let count = 0
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await listUnpublished(parts.db, after, AT_ONCE)
    for (const ofSite of Map.groupBy(rows, ({ siteCode }) => siteCode).values()) {
      count += await publishTogether(parts, ofSite).catch((error) => {
        parts.log.warn({ err: error, site: ofSite[0]?.siteCode }, 'posts could not be asked about')
        return 0
      })
    }
    after = rows.at(-1)?.id ?? after
    isMore = rows.length === AT_ONCE
  }
  return count
}
