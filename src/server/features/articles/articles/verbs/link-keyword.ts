import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import {
  KEYWORDS_MAXIMUM,
  LAST_KEYWORD,
  maySee,
  mayUnlinkKeywords,
  NOT_YOUR_KEYWORDS,
} from '#shared/features/articles/articles/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError, forbidden, notFound } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import * as store from '../store.ts'
import type { ArticleDeps } from './access.ts'
import { emitArticleEvent } from './emit-article-event.ts'

export interface KeywordLink {
  articleId: number
  keywordId: number
}

/** The article, locked, with the keywords that it has. */
async function lockWithKeywords(tx: Db, actor: Caller, articleId: number) {
  const article = await store.lockArticle(tx, articleId)
  if (!article || !maySee(actor, article)) throw notFound('Article')
  return { article, known: await store.listKeywordIds(tx, articleId) }
}

/**
 * Gives an article one more keyword, as part of a transaction; one that it has already changes nothing. The version
 * stays: a reviewer's decision is about the text.
 */
export async function linkKeyword(
  deps: ArticleDeps,
  tx: Db,
  actor: Caller,
  { articleId, keywordId }: KeywordLink,
): Promise<void> {
  const { article, known } = await lockWithKeywords(tx, actor, articleId)
  if (known.includes(keywordId)) return
  if (known.length >= KEYWORDS_MAXIMUM) {
    throw new AppError('unprocessable', `The article has ${known.length} keywords, the maximum.`)
  }
  await store.replaceKeywords(tx, articleId, [...known, keywordId])
  await tell(deps, tx, { actor, article, keywordId, action: 'keyword-linked' })
}

/** Takes a keyword off an article, which keeps at least one. */
export async function unlinkKeyword(
  deps: ArticleDeps,
  actor: Caller,
  { articleId, keywordId }: KeywordLink,
): Promise<void> {
  requires(actor, articleEndpoints.unlinkKeyword.access)
  await transaction(deps.db, async (tx) => {
    const { article, known } = await lockWithKeywords(tx, actor, articleId)
    if (!mayUnlinkKeywords(actor, article)) throw forbidden(NOT_YOUR_KEYWORDS)
    const left = known.filter((id) => id !== keywordId)
    if (left.length === known.length)
      throw new AppError('notFound', 'The article does not have this keyword.')
    if (left.length === 0) throw new AppError('invalid', LAST_KEYWORD)
    await store.replaceKeywords(tx, articleId, left)
    await tell(deps, tx, { actor, article, keywordId, action: 'keyword-unlinked' })
  })
}

interface Linking {
  actor: Caller
  article: store.ArticleRecord
  keywordId: number
  action: 'keyword-linked' | 'keyword-unlinked'
}

async function tell(
  deps: ArticleDeps,
  tx: Db,
  { actor, article, keywordId, action }: Linking,
): Promise<void> {
  await emitArticleEvent(deps, tx, {
    articleId: article.id,
    action,
    ownerId: article.userId,
    actorId: actor.id,
    actor,
    title: article.title,
    words: (await store.findKeyword(tx, keywordId)) ?? null,
    now: deps.clock(),
  })
}
