import { type ArticleContent, PUBLISHING } from '#shared/features/articles/articles/rules.ts'
import { revisionEndpoints } from '#shared/features/articles/revisions/contract.ts'
import type { Once } from '../../../../calls/once.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError, notFound } from '../../../../errors.ts'
import { type Actor, type Caller, requires } from '../../../../security/actor.ts'
import { type ChecklistRow, insertChecklist } from '../checklist-store.ts'
import { readContent } from '../content-queries.ts'
import { contentOf, fieldsOf } from '../post-text.ts'
import * as store from '../store.ts'
import { findWholeArticle } from '../whole-queries.ts'
import { type ArticleDeps, refuseOldArticle } from './access.ts'
import { emitArticleEvent } from './emit-article-event.ts'
import { ensurePostRecord } from './ensure-post-record.ts'

/** What an update begins with besides the text that is out. */
export interface RevisionWork {
  articleId: number
  keywordId?: number
  products?: readonly store.ProductValues[]
  /** All of them, in place of those that are out. */
  productsInstead?: readonly store.ProductValues[]
  /** Expected version, if it matters; any other is refused. */
  version?: number
  notes?: string
  checklist?: readonly ChecklistRow[]
}

async function refuseSecond(tx: Db, actor: Caller, articleId: number): Promise<void> {
  const open = await store.findOpenRevision(tx, articleId)
  if (!open) return
  throw new AppError('conflict', 'An update of this article is already in progress.', {
    // Another user's draft is hidden from this user.
    details: { article_id: open.userId === actor.id ? open.id : null },
  })
}

async function writeContent(tx: Db, id: number, { keywords, products, faqs }: ArticleContent): Promise<void> {
  await store.replaceKeywords(
    tx,
    id,
    keywords.map(({ keyword_id: keywordId }) => keywordId),
  )
  await store.replaceProducts(tx, id, products)
  await store.replaceFaqs(tx, id, faqs)
}

/** The text that is out, with what an update is to bring; what it has already comes once. */
function draftOf(content: ArticleContent, work: RevisionWork): ArticleContent {
  const known = new Set(content.products.map(({ asin }) => asin))
  const { keywordId, products = [], productsInstead, notes = null } = work
  const isNew = keywordId !== undefined && !content.keywords.some(({ keyword_id: id }) => id === keywordId)
  return {
    ...content,
    notes,
    keywords: [...content.keywords, ...(isNew ? [{ keyword_id: keywordId, keyword: '' }] : [])],
    products: [...(productsInstead ?? content.products), ...products.filter(({ asin }) => !known.has(asin))],
  }
}

async function insertRevision(
  deps: Pick<ArticleDeps, 'clock' | 'listeners'>,
  tx: Db,
  { actor, work }: { actor: Caller; work: RevisionWork },
): Promise<number> {
  const { articleId } = work
  const article = await store.lockArticle(tx, articleId)
  if (!article || article.status !== PUBLISHING.to || article.revisesId !== null)
    throw notFound('Published article')
  await refuseOldArticle(tx, article, work.version)
  await refuseSecond(tx, actor, articleId)
  const stored = await readContent(tx, articleId)
  if (!stored) throw notFound('Article')
  const content = draftOf(stored.content, work)
  const now = deps.clock()
  const { title, siteId, imageUrl, intro, notes } = content
  const id = await store.insertArticle(tx, {
    ...{ title, siteId, imageUrl, intro, notes },
    userId: actor.id,
    status: 'draft',
    revisesId: articleId,
    postId: article.postId,
    createdAt: now,
    updatedAt: now,
  })
  await writeContent(tx, id, content)
  await insertChecklist(tx, id, { entries: work.checklist ?? [], by: actor.id, now })
  await emitArticleEvent(deps, tx, {
    articleId: id,
    title,
    action: 'drafted',
    ownerId: actor.id,
    actorId: actor.id,
    actor,
    changes: { after: { status: 'draft', revises: articleId } },
    now,
  })
  return id
}

/** Begins an update of a published article: a draft of its text. An article has at most one. */
export async function beginRevision(
  deps: Pick<ArticleDeps, 'db' | 'clock' | 'listeners'>,
  actor: Caller,
  { work, once }: { work: RevisionWork; once: Once },
): Promise<number> {
  requires(actor, revisionEndpoints.begin.access)
  return transaction(deps.db, (tx) => once(tx, () => insertRevision(deps, tx, { actor, work })))
}

/**
 * Makes an approved update the text of the article that it revises, as part of its approval; the text before stays
 * among the article's versions, and its post follows.
 */
export async function applyRevision(
  deps: Pick<ArticleDeps, 'listeners'>,
  tx: Db,
  {
    revision,
    actor,
    userId,
    now,
  }: { revision: store.ArticleRecord; actor: Actor; userId: number; now: Date },
): Promise<void> {
  if (revision.revisesId === null) return
  const article = await store.lockArticle(tx, revision.revisesId)
  if (!article) return
  // Its post may have its old text again, which no approval writes over.
  if (article.status !== PUBLISHING.to)
    throw new AppError('conflict', `The article that this updates is now ${article.status}.`, {
      details: { status: revision.status, version: revision.version },
    })
  const [before, after] = [await readContent(tx, article.id), await readContent(tx, revision.id)]
  const whole = await findWholeArticle(tx, article.id)
  if (!before || !after || !whole) throw notFound('Article')
  const written = { ...contentOf(whole), fields: fieldsOf(whole, null) }
  await ensurePostRecord(tx, article, { written, now })
  const { title, imageUrl, intro } = after.content
  await store.updateArticle(tx, article.id, { title, imageUrl, intro, status: PUBLISHING.to, updatedAt: now })
  await writeContent(tx, article.id, after.content)
  await emitArticleEvent(deps, tx, {
    articleId: article.id,
    title,
    action: 'revised',
    ownerId: article.userId,
    actorId: userId,
    actor,
    changes: {
      before: { ...before.content },
      after: { ...(await readContent(tx, article.id))?.content, revision: revision.id },
    },
    now,
  })
}
