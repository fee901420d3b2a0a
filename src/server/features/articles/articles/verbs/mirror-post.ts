import { isDeepStrictEqual } from 'node:util'
import { TRANSITIONS, type WrittenPost } from '#shared/features/articles/articles/rules.ts'
import { mergedPost, undecidedWords } from '#shared/features/articles/revisions/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { IntegrationError } from '../../../../integrations/integration-error.ts'
import type { PostContent, PostOffer, RewriteSteps } from '../../../../integrations/publishing-site/port.ts'
import type { Enqueue } from '../../../../jobs/job.ts'
import type { ArticleDomainEvent, ArticleListener } from '../../../../kernel/article-events/article-event.ts'
import type { Actor } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { findPostId, storePostId } from '../mirror-store.ts'
import { offersOf } from '../offer-reader.ts'
import { findPost, savePost, storeOffers, storeWritten } from '../post-store.ts'
import { bylineOf, contentOf, fieldsOf, isSurelyOthers, writtenOf } from '../post-text.ts'
import { insertRenewal, lockRenewal, updateRenewal } from '../renewal-store.ts'
import { findRevised, findStatus, insertEvent, listApprovedRevisions } from '../store.ts'
import type { WholeArticle } from '../whole-queries.ts'
import type { ArticleDeps } from './access.ts'
import { type ExtendLease, requestMirror, runMirror } from './mirror-article.ts'
import { publishArticle } from './publish-article.ts'

const CHANGING = { system: 'The site', operation: 'update post' }

/** Idempotency key of a post: requesting it twice creates one post. */
const postKey = (articleId: number, renewals: number) =>
  renewals === 0 ? `article-${articleId}` : `article-${articleId}-n${renewals + 1}`

/** How often a new post was requested to replace one that was deleted. */
const renewalsOf = ({ events }: WholeArticle) =>
  events.filter(({ entry }) => entry.action === 'post-renewed').length

const withOffer = (offer: PostOffer | null | undefined) => (offer === undefined ? {} : { offer })

/** The complete post: its text and everything that belongs to it. */
function postOf(
  { article, keywords, user, site }: WholeArticle,
  { title, intro, products, questions }: WrittenPost,
  offers: ReadonlyMap<string, PostOffer | null>,
): PostContent {
  return {
    title,
    heroImageUrl: article.imageUrl,
    // Only posts with products earn anything. A theme that adds the links adds the disclosure itself.
    disclosure: products.length > 0 && site.linksProducts ? site.disclosure : '',
    intro,
    products: products.map((product) => ({ ...product, ...withOffer(offers.get(product.asin)) })),
    questions,
    focusKeyword: keywords[0]?.keyword ?? '',
    authorName: bylineOf({ user, site }),
  }
}

/** Whether this event gives the article a post, or changes what its post says. */
async function concernsPost(tx: Db, { articleId, action }: ArticleDomainEvent): Promise<boolean> {
  if (action === 'revised') return true
  // An update has no post of its own; the post of its article is changed.
  if ((await findRevised(tx, articleId)) !== null) return false
  if (action === 'adopted') return (await findStatus(tx, articleId)) === TRANSITIONS.approve.to
  if (action !== 'saved') return action === 'approved'
  return (await findPostId(tx, articleId)) !== null
}

/**
 * Creates the draft of an approved article in the same transaction, also for one that was taken over as
 * approved. Saving an article that already has a post copies it again.
 */
export function requestPosts(deps: { enqueue: Enqueue; clock: () => Date }): ArticleListener {
  return async (tx, event) => {
    if (await concernsPost(tx, event)) await requestMirror(deps, tx, event.articleId, 'post')
  }
}

type PostMirrorDeps = Pick<
  ArticleDeps,
  | 'db'
  | 'clock'
  | 'publishing'
  | 'postKeywords'
  | 'hasBuiltInPosts'
  | 'catalog'
  | 'publicUrl'
  | 'log'
  | 'listeners'
>

const MIRROR: Actor = { kind: 'job', name: 'articles.mirror-post' }

/** Records what the post says now. This publishes an update whose text is live. */
async function recordDone(deps: PostMirrorDeps, articleId: number, written: WrittenPost): Promise<void> {
  await transaction(deps.db, async (tx) => {
    await storeWritten(tx, articleId, written)
    for (const id of await listApprovedRevisions(tx, articleId)) {
      const publication = { articleId: id, actorId: null, actor: MIRROR, now: deps.clock() }
      await publishArticle(deps, tx, publication)
    }
  })
}

/** Records the age of the prices that a post shows. If the catalogue did not answer, their age stays. */
async function noteOffers(
  { db, clock }: Pick<PostMirrorDeps, 'db' | 'clock'>,
  { article, site }: Pick<WholeArticle, 'article' | 'site'>,
  { products }: PostContent,
): Promise<void> {
  const isLookedUp = products.some(({ offer }) => offer && (offer.price || offer.imageUrl || offer.isSoldOut))
  if (!isLookedUp) return
  const looked = { offersAt: clock(), removedPictures: null, showsPrices: site.showsPrices }
  await transaction(db, (tx) => storeOffers(tx, [article.id], looked))
}

interface OffersWish {
  /** The post that is written; null if there is none yet. */
  postId: number | null
  proceed: ExtendLease
}

/**
 * Reads the product data that readers will see. The site and the catalogue may be slow, so the lease is
 * extended before and after.
 */
async function askOffers(deps: PostMirrorDeps, whole: WholeArticle, { postId, proceed }: OffersWish) {
  await proceed()
  const offers = await offersOf(deps, whole, postId)
  await proceed()
  return offers
}

/**
 * Writes the article's changes and keeps the editors' changes elsewhere. If both changed the same place, the
 * user is asked.
 */
async function changePost(
  deps: PostMirrorDeps,
  whole: WholeArticle,
  { postId, proceed }: { postId: number; proceed: ExtendLease },
): Promise<void> {
  const { db, publishing } = deps
  const at = publishing(whole.site.code.toLowerCase())
  const chosen = await deps.postKeywords.findChosenKeyword(db, whole.article.id)
  const ours = fieldsOf(whole, chosen)
  const wanted = { ...contentOf(whole), fields: ours }
  const known = await findPost(db, whole.article.id)
  const post = await at.getPost(postId)
  if (!post) throw new IntegrationError(`There is no post ${postId}`, { ...CHANGING, kind: 'not_found' })
  const live = { ...writtenOf(post), fields: post.fields }
  const { content, kept, undecided } = mergedPost(
    { live, written: known?.written ?? wanted, wanted },
    known?.choices ?? {},
  )
  if (undecided.length > 0) {
    const advice = undecidedWords(undecided.length)
    throw new IntegrationError(advice, { ...CHANGING, kind: 'invalid', advice })
  }
  const change = {
    ...postOf(whole, content, await askOffers(deps, whole, { postId, proceed })),
    focusKeyword: ours.keyword,
    // Structured data must name the same author that readers see.
    authorName: kept.includes('author') ? (post.fields.author ?? ours.author) : ours.author,
  }
  await at.updatePost(postId, change, kept)
  await noteOffers(deps, whole, change)
  await recordDone(deps, whole.article.id, wanted)
}

const NOT_BEFORE_READERS =
  'The post that this article replaces is no longer live. Publish that post again, or create a new post for this article.'
const NOT_ALLOWED =
  'The site no longer allows changes to the post that this article replaces. Allow changes to live posts, or create a new post for this article.'

const refused = (advice: string) =>
  new IntegrationError(advice, { system: 'The site', operation: 'rewrite post', kind: 'invalid', advice })

interface Renewed {
  id: number
  url: string | null
  /** An earlier try whose answer was lost has already written it. */
  isWritten: boolean
}

/** Whether the post already says everything that the article says. */
async function saysAlready(deps: PostMirrorDeps, whole: WholeArticle, postId: number): Promise<boolean> {
  const post = await deps.publishing(whole.site.code.toLowerCase()).getPost(postId)
  return post !== null && isDeepStrictEqual(writtenOf(post), contentOf(whole))
}

/**
 * The post that the article will replace, as readers see it; null if it creates a new one. The scope
 * announced at the start still applies: no other post is overwritten, and none is created instead of a
 * replacement.
 */
async function findRenewed(deps: PostMirrorDeps, whole: WholeArticle): Promise<Renewed | null> {
  const code = whole.site.code.toLowerCase()
  const tie = await deps.postKeywords.findRenewedPost(deps.db, whole.article.id)
  if (tie === null || tie.renews === 'another') return null
  if (deps.hasBuiltInPosts(code)) throw refused(NOT_ALLOWED)
  const [standing] = await deps.publishing(code).listStandings([tie.postId])
  if (standing?.state !== 'live') throw refused(NOT_BEFORE_READERS)
  const { id, url } = standing
  if (tie.isChangeable) return { id, url, isWritten: false }
  if (!(await saysAlready(deps, whole, id))) throw refused(NOT_ALLOWED)
  return { id, url, isWritten: true }
}

/**
 * Stores the text that a post is about to lose. A text stored before an earlier try stays, because the
 * outcome of that try is unknown: the current text may be ours, so this try must not store it as the old one.
 * If the current text is certainly not ours, an editor has written it since, and the older text is obsolete.
 */
function stepsOf(
  { db }: Pick<PostMirrorDeps, 'db'>,
  { articleId, written }: { articleId: number; written: WrittenPost },
): RewriteSteps {
  let isFirst = false
  return {
    keep: (before) =>
      transaction(db, async (tx) => {
        const kept = (await lockRenewal(tx, articleId))?.before ?? null
        isFirst = kept === null
        if (kept === null || isSurelyOthers(before, { kept, article: written }))
          await updateRenewal(tx, articleId, { before })
      }),
    async withdraw() {
      if (isFirst) await transaction(db, (tx) => updateRenewal(tx, articleId, { before: null }))
    },
  }
}

/** Overwrites a post that was not written here; readers see the article from then on. */
async function rewritePost(
  deps: PostMirrorDeps,
  whole: WholeArticle,
  { id: postId, url, isWritten, proceed }: Renewed & { proceed: ExtendLease },
): Promise<void> {
  const { article, site } = whole
  const written = contentOf(whole)
  const content = postOf(whole, written, await askOffers(deps, whole, { postId, proceed }))
  const at = deps.publishing(site.code.toLowerCase())
  await transaction(deps.db, (tx) => insertRenewal(tx, { articleId: article.id, postId }))
  const steps = stepsOf(deps, { articleId: article.id, written })
  const after = isWritten ? await at.readWhole(postId) : await at.rewritePost(postId, content, steps)
  await transaction(deps.db, async (tx) => {
    if (!(await storePostId(tx, article.id, postId))) return
    const now = deps.clock()
    await updateRenewal(tx, article.id, { after, writtenAt: now })
    await savePost(tx, { articleId: article.id, postId, state: 'live', url, since: now })
    await storeWritten(tx, article.id, { ...written, fields: fieldsOf(whole, null) })
    await audit(tx, MIRROR, 'post.rewritten', {
      id: postId,
      label: article.title,
      after: { articleId: article.id },
    })
    await publishArticle(deps, tx, { articleId: article.id, actorId: null, actor: MIRROR, now })
  })
  await noteOffers(deps, whole, content)
}

async function makePost(deps: PostMirrorDeps, whole: WholeArticle, proceed: ExtendLease): Promise<void> {
  const { db, clock, publishing } = deps
  const { article, site } = whole
  const { id: articleId, createdAt: keyedSince } = article
  const written = contentOf(whole)
  const keep = (postId: number) =>
    transaction(db, async (tx) => {
      if (!(await storePostId(tx, articleId, postId))) return (await findPostId(tx, articleId)) ?? postId
      const now = clock()
      await savePost(tx, { articleId, postId, state: 'draft', url: null, since: now })
      await storeWritten(tx, articleId, { ...written, fields: fieldsOf(whole, null) })
      await insertEvent(tx, { articleId, userId: null, action: 'post-drafted', createdAt: now })
      return postId
    })
  const key = { key: postKey(articleId, renewalsOf(whole)), keyedSince, proceed, keep }
  const content = postOf(whole, written, await askOffers(deps, whole, { postId: null, proceed }))
  await publishing(site.code.toLowerCase()).createDraft({ ...content, ...key })
  await noteOffers(deps, whole, content)
}

/**
 * Brings the post of an article up to date: creates its draft the first time, or overwrites the post that it
 * updates, and changes it afterwards.
 */
export async function mirrorPost(deps: PostMirrorDeps, articleId: number): Promise<void> {
  await runMirror(deps, articleId, 'post', async (whole, _shown, extend) => {
    const { status, postId, revisesId } = whole.article
    if ((status !== 'approved' && status !== 'published') || revisesId !== null) return
    if (postId !== null) return changePost(deps, whole, { postId, proceed: extend })
    const renewed = await findRenewed(deps, whole)
    await (renewed === null
      ? makePost(deps, whole, extend)
      : rewritePost(deps, whole, { ...renewed, proceed: extend }))
  })
}
