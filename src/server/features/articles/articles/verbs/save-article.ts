import { compareContents } from '#shared/features/articles/article-versions/rules.ts'
import {
  type ArticleChange,
  articleEndpoints,
  type NewArticle,
} from '#shared/features/articles/articles/contract.ts'
import { type ArticleForm, faultsOf } from '#shared/features/articles/articles/form.ts'
import {
  type ArticleContent,
  type ArticleStatus,
  defaultTitle,
} from '#shared/features/articles/articles/rules.ts'
import { type Once, withoutKey } from '../../../../calls/once.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError, RequestInvalid } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { type ChecklistRow, insertChecklist } from '../checklist-store.ts'
import * as contentQueries from '../content-queries.ts'
import * as store from '../store.ts'
import { type ArticleDeps, lockFor, refuseOldArticle } from './access.ts'
import { emitArticleEvent } from './emit-article-event.ts'

/** Treats empty text as missing. */
const orNull = (value: string | null | undefined) => (value ? value : null)

function refuseFaults(form: ArticleForm, isDraft: boolean) {
  const faults = faultsOf(form, isDraft)
  if (faults.length > 0) throw new RequestInvalid('body', faults)
}

/** Returns the site for a new article; a retired one only keeps its existing articles. */
async function requireSite(deps: ArticleDeps, tx: Db, siteId: number | undefined): Promise<number> {
  const site = siteId === undefined ? undefined : await deps.sites.findSite(tx, siteId)
  if (site && site.retiredAt !== null)
    throw new RequestInvalid('body', [{ path: 'siteId', message: `${site.displayName} is retired` }])
  if (!site) throw new RequestInvalid('body', [{ path: 'siteId', message: 'Missing Site' }])
  return site.id
}

/** A new article, with its checklist if it comes from a comparison. */
export type NewArticleWork = NewArticle & {
  checklist?: readonly ChecklistRow[]
  /** False: keywords that are new stay untracked. */
  tracksKeywords?: boolean
}

/** Requests an article, or stores it as a draft. Repeating the same call creates it only once. */
export async function createArticle(
  deps: ArticleDeps,
  actor: Caller,
  { input, once }: { input: NewArticleWork; once: Once },
): Promise<number> {
  requires(actor, articleEndpoints.create.access)
  const { keywords = [], products = [], faqs = [], draft } = input
  refuseFaults({ siteId: input.siteId, keywords, title: input.title ?? '', products, faqs }, draft)
  return transaction(deps.db, (tx) => once(tx, () => insertArticle(deps, tx, actor, input)))
}

async function insertArticle(
  deps: ArticleDeps,
  tx: Db,
  actor: Caller,
  { siteId: site, keywords = [], products = [], faqs = [], draft, overrides = [], ...rest }: NewArticleWork,
): Promise<number> {
  const now = deps.clock()
  const siteId = await requireSite(deps, tx, site)
  const isTracked = rest.tracksKeywords
  const keywordIds = await deps.keywords.resolveKeywords(tx, keywords, { siteId, isTracked })
  const status: ArticleStatus = draft ? 'draft' : 'requested'
  const id = await store.insertArticle(tx, {
    title: rest.title ?? '',
    imageUrl: orNull(rest.imageUrl),
    intro: orNull(rest.intro),
    notes: orNull(rest.notes),
    siteId,
    userId: actor.id,
    status,
    createdAt: now,
    updatedAt: now,
  })
  await store.replaceKeywords(tx, id, keywordIds)
  await store.replaceProducts(tx, id, products)
  await store.replaceFaqs(
    tx,
    id,
    faqs.map(({ question }) => question),
  )
  await insertChecklist(tx, id, { entries: rest.checklist ?? [], by: actor.id, now })
  const title = rest.title || (await nameAfterKeyword(tx, id))
  await emitArticleEvent(deps, tx, {
    articleId: id,
    title,
    action: draft ? 'drafted' : 'requested',
    ownerId: actor.id,
    actorId: actor.id,
    actor,
    changes: { after: { status, siteId, keywordIds } },
    overrides,
    now,
  })
  return id
}

/** Uses the first keyword as the title of an article without one. */
async function nameAfterKeyword(tx: Db, id: number): Promise<string> {
  const title = defaultTitle((await contentQueries.findFirstKeyword(tx, id)) ?? '')
  await store.renameArticle(tx, id, title)
  return title
}

/** Without a version the last save wins, which is logged, or the save is refused in strict mode. */
function requireVersion({ strictVersions, log }: ArticleDeps, actor: Caller, id: number) {
  if (strictVersions) {
    throw new AppError('versionRequired', 'Please send the version of the article that this save changes.')
  }
  log.info({ articleId: id, userId: actor.id }, 'article saved without its version')
}

/** Submitting is a save of a draft by its owner with `draft: false`. No other save changes the status. */
function statusAfter(article: store.ArticleRecord, change: ArticleChange): ArticleStatus {
  const isSubmitted = article.status === 'draft' && change.draft === false
  // The database allows only known statuses.
  return isSubmitted ? 'requested' : (article.status as ArticleStatus)
}

/** The article's form after the save: the given fields, and stored values for the rest. */
function formAfter(
  article: store.ArticleRecord,
  stored: Awaited<ReturnType<typeof contentQueries.readContent>>,
  change: ArticleChange,
) {
  const { keywords = [], products = [], faqs = [] } = stored?.content ?? {}
  return {
    siteId: change.siteId ?? article.siteId,
    keywords: change.keywords ?? keywords,
    title: change.title ?? article.title,
    products: change.products ?? products,
    faqs: change.faqs ?? faqs.map((question) => ({ question })),
  }
}

/** Keywords, products and questions are replaced as whole lists. */
async function replaceLists(
  { keywords }: ArticleDeps,
  tx: Db,
  { id, siteId }: { id: number; siteId: number },
  change: ArticleChange,
) {
  if (change.keywords)
    await store.replaceKeywords(tx, id, await keywords.resolveKeywords(tx, change.keywords, { siteId }))
  if (change.products) await store.replaceProducts(tx, id, change.products)
  if (change.faqs)
    await store.replaceFaqs(
      tx,
      id,
      change.faqs.map(({ question }) => question),
    )
}

/** The fields changed by a save, by their names in the form. */
const editedWords = (before: ArticleContent | undefined, after: ArticleContent | undefined): string =>
  before && after ? [...new Set(compareContents(before, after).map(({ field }) => field))].join(', ') : ''

/**
 * Saves the given fields only. Owners save drafts and returned articles, validators requested ones. Can be
 * made idempotent by the caller.
 */
export async function saveArticle(
  deps: ArticleDeps,
  actor: Caller,
  id: number,
  { once = withoutKey, ...change }: ArticleChange & { once?: Once },
): Promise<void> {
  requires(actor, articleEndpoints.update.access)
  if (change.version === undefined) requireVersion(deps, actor, id)
  await transaction(deps.db, (tx) => once(tx, () => changeArticle(deps, tx, actor, { id, change })))
}

async function changeArticle(
  deps: ArticleDeps,
  tx: Db,
  actor: Caller,
  { id, change }: { id: number; change: ArticleChange },
): Promise<number> {
  const now = deps.clock()
  const article = await lockFor(tx, actor, 'edit', id)
  await refuseOldArticle(tx, article, change.version)
  const stored = await contentQueries.readContent(tx, id)
  const status = statusAfter(article, change)
  const form = formAfter(article, stored, change)
  refuseFaults(form, status === 'draft')
  if (form.siteId !== article.siteId) await requireSite(deps, tx, change.siteId)
  await store.updateArticle(tx, id, { ...columnsOf(change), status, updatedAt: now })
  await replaceLists(deps, tx, { id, siteId: form.siteId }, change)
  const title = form.title || (await nameAfterKeyword(tx, id))
  const saved = await contentQueries.readContent(tx, id)
  await emitArticleEvent(deps, tx, {
    articleId: id,
    title,
    edited: article.userId === actor.id ? '' : editedWords(stored?.content, saved?.content),
    action: status === article.status ? 'saved' : 'requested',
    ownerId: article.userId,
    actorId: actor.id,
    actor,
    changes: {
      before: { ...stored?.content, status: article.status },
      after: { ...saved?.content, status },
    },
    overrides: change.overrides ?? [],
    now,
  })
  return id
}

function columnsOf(change: ArticleChange): Partial<store.ArticleColumns> {
  return {
    ...(change.siteId === undefined ? {} : { siteId: change.siteId }),
    ...(change.title === undefined ? {} : { title: change.title }),
    ...(change.imageUrl === undefined ? {} : { imageUrl: orNull(change.imageUrl) }),
    ...(change.intro === undefined ? {} : { intro: orNull(change.intro) }),
    ...(change.notes === undefined ? {} : { notes: orNull(change.notes) }),
  }
}
