import { isDeepStrictEqual } from 'node:util'
import { TRANSITIONS, type WrittenPost } from '#shared/features/articles/rules.ts'
import { mergedPost, undecidedWords } from '#shared/features/revisions/rules.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { fullNameOf } from '../../../db/full-name.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { PostContent, PostOffer, RewriteSteps } from '../../../integrations/publishing-site/port.ts'
import type { Enqueue } from '../../../jobs/job.ts'
import type { Actor } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { findPostId, keepPostId } from '../mirror-store.ts'
import { offersOf } from '../offer-reader.ts'
import { findPost, keepOffers, keepWritten, savePost } from '../post-store.ts'
import { contentOf, fieldsOf, isSurelyOthers, writtenOf } from '../post-text.ts'
import type { WholeArticle } from '../queries.ts'
import { insertRenewal, lockRenewal, updateRenewal } from '../renewal-store.ts'
import { findRevised, findStatus, insertEvent, listApprovedRevisions } from '../store.ts'
import type { ArticleParts } from './access.ts'
import type { ArticleHappening, ArticleListener } from './follow-up.ts'
import { type Renew, requestMirror, runMirror } from './mirror-article.ts'
import { publishArticle } from './publish-article.ts'

const CHANGING = { system: 'The site', operation: 'update post' }

/** By this a site knows a post again, so that asking for it twice makes one. */
const postKey = (articleId: number, renewals: number) =>
  renewals === 0 ? `article-${articleId}` : `article-${articleId}-n${renewals + 1}`

/** How often a new post was asked for in the place of one that was gone. */
const renewalsOf = ({ events }: WholeArticle) =>
  events.filter(({ entry }) => entry.action === 'post-renewed').length

const withOffer = (offer: PostOffer | null | undefined) => (offer === undefined ? {} : { offer })

/** The post as a whole: what it is to say, and what belongs to that. */
function postOf(
  { article, keywords, user, site }: WholeArticle,
  { title, intro, products, questions }: WrittenPost,
  offers: ReadonlyMap<string, PostOffer | null>,
): PostContent {
  return {
    title,
    heroImageUrl: article.imageUrl,
    // Only what is sold earns anything; a theme that makes the links says so itself.
    disclosure: products.length > 0 && site.linksProducts ? site.disclosure : '',
    intro,
    products: products.map((product) => ({ ...product, ...withOffer(offers.get(product.asin)) })),
    questions,
    focusKeyword: keywords[0]?.keyword ?? '',
    authorName: fullNameOf(user),
  }
}

/** Has this made an article one that has a post, or changed what its post says? */
async function concernsPost(tx: Db, { articleId, action }: ArticleHappening): Promise<boolean> {
  if (action === 'revised') return true
  // An update has no post of its own: its article's follows.
  if ((await findRevised(tx, articleId)) !== null) return false
  if (action === 'adopted') return (await findStatus(tx, articleId)) === TRANSITIONS.approve.to
  if (action !== 'saved') return action === 'approved'
  return (await findPostId(tx, articleId)) !== null
}

/**
 * An approved article gets its draft in the same transaction, and so does one that was taken over as approved; one
 * that has a post by now is copied again when it is saved.
 */
export function requestPosts(parts: { enqueue: Enqueue; clock: () => Date }): ArticleListener {
  return async (tx, happening) => {
    if (await concernsPost(tx, happening)) await requestMirror(parts, tx, happening.articleId, 'post')
  }
}

type PostMirrorParts = Pick<
  ArticleParts,
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

/** Notes what the post says by now. An update whose words are out is published by that. */
async function keepDone(parts: PostMirrorParts, articleId: number, written: WrittenPost): Promise<void> {
  await transaction(parts.db, async (tx) => {
    await keepWritten(tx, articleId, written)
    for (const id of await listApprovedRevisions(tx, articleId)) {
      const publication = { articleId: id, actorId: null, actor: MIRROR, now: parts.clock() }
      await publishArticle(parts, tx, publication)
    }
  })
}

/** Notes of which time the prices are that a post shows by now; where nobody answered, they are as old as they were. */
async function noteOffers(
  { db, clock }: Pick<PostMirrorParts, 'db' | 'clock'>,
  { article, site }: Pick<WholeArticle, 'article' | 'site'>,
  { products }: PostContent,
): Promise<void> {
  const isLookedUp = products.some(({ offer }) => offer && (offer.price || offer.imageUrl || offer.isSoldOut))
  if (!isLookedUp) return
  const looked = { offersAt: clock(), removedPictures: null, showsPrices: site.showsPrices }
  await transaction(db, (tx) => keepOffers(tx, [article.id], looked))
}

interface OffersWish {
  /** The post that it is written into; null where there is none yet. */
  postId: number | null
  proceed: Renew
}

/** What readers are to see of the products; site and catalogue may take their time, so the copy is held for longer before and after. */
async function askOffers(parts: PostMirrorParts, whole: WholeArticle, { postId, proceed }: OffersWish) {
  await proceed()
  const offers = await offersOf(parts, whole, postId)
  await proceed()
  return offers
}

/** Changes what the article has changed; what editors have made of the rest stays, and where both have, it is asked. */
async function changePost(
  parts: PostMirrorParts,
  whole: WholeArticle,
  { postId, proceed }: { postId: number; proceed: Renew },
): Promise<void> {
  const { db, publishing } = parts
  const at = publishing(whole.site.code.toLowerCase())
  const chosen = await parts.postKeywords.findChosenKeyword(db, whole.article.id)
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
    ...postOf(whole, content, await askOffers(parts, whole, { postId, proceed })),
    focusKeyword: ours.keyword,
    // What search engines are told of the author agrees with what readers are.
    authorName: kept.includes('author') ? (post.fields.author ?? ours.author) : ours.author,
  }
  await at.updatePost(postId, change, kept)
  await noteOffers(parts, whole, change)
  await keepDone(parts, whole.article.id, wanted)
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
  /** A try whose answer was lost has written it. */
  isWritten: boolean
}

/** Whether a post says all that the article says. */
async function saysAlready(parts: PostMirrorParts, whole: WholeArticle, postId: number): Promise<boolean> {
  const post = await parts.publishing(whole.site.code.toLowerCase()).getPost(postId)
  return post !== null && isDeepStrictEqual(writtenOf(post), contentOf(whole))
}

/**
 * The post in whose place the article is to stand, as readers find it; null where it makes one of its own. What was
 * announced when it was begun holds: no other post is written over, and none is made in the place of one that was to be.
 */
async function findRenewed(parts: PostMirrorParts, whole: WholeArticle): Promise<Renewed | null> {
  const code = whole.site.code.toLowerCase()
  const tie = await parts.postKeywords.findRenewedPost(parts.db, whole.article.id)
  if (tie === null || tie.renews === 'another') return null
  if (parts.hasBuiltInPosts(code)) throw refused(NOT_ALLOWED)
  const [standing] = await parts.publishing(code).listStandings([tie.postId])
  if (standing?.state !== 'live') throw refused(NOT_BEFORE_READERS)
  const { id, url } = standing
  if (tie.isChangeable) return { id, url, isWritten: false }
  if (!(await saysAlready(parts, whole, id))) throw refused(NOT_ALLOWED)
  return { id, url, isWritten: true }
}

/**
 * Writes down what a post is written over. What was kept before an earlier try stays, of which nobody knows what became:
 * what stands there by now may be ours, and is not this try's to take back. What surely is not, an editor has written
 * since: nobody wants the text of before that.
 */
function stepsOf(
  { db }: Pick<PostMirrorParts, 'db'>,
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

/** Writes a post anew that was not written here; readers see the article from then on. */
async function rewritePost(
  parts: PostMirrorParts,
  whole: WholeArticle,
  { id: postId, url, isWritten, proceed }: Renewed & { proceed: Renew },
): Promise<void> {
  const { article, site } = whole
  const written = contentOf(whole)
  const content = postOf(whole, written, await askOffers(parts, whole, { postId, proceed }))
  const at = parts.publishing(site.code.toLowerCase())
  await transaction(parts.db, (tx) => insertRenewal(tx, { articleId: article.id, postId }))
  const steps = stepsOf(parts, { articleId: article.id, written })
  const after = isWritten ? await at.readWhole(postId) : await at.rewritePost(postId, content, steps)
  await transaction(parts.db, async (tx) => {
    if (!(await keepPostId(tx, article.id, postId))) return
    const now = parts.clock()
    await updateRenewal(tx, article.id, { after, writtenAt: now })
    await savePost(tx, { articleId: article.id, postId, state: 'live', url, since: now })
    await keepWritten(tx, article.id, { ...written, fields: fieldsOf(whole, null) })
    await audit(tx, MIRROR, 'post.rewritten', {
      id: postId,
      label: article.title,
      after: { articleId: article.id },
    })
    await publishArticle(parts, tx, { articleId: article.id, actorId: null, actor: MIRROR, now })
  })
  await noteOffers(parts, whole, content)
}

async function makePost(parts: PostMirrorParts, whole: WholeArticle, proceed: Renew): Promise<void> {
  const { db, clock, publishing } = parts
  const { article, site } = whole
  const { id: articleId, createdAt: keyedSince } = article
  const written = contentOf(whole)
  const keep = (postId: number) =>
    transaction(db, async (tx) => {
      if (!(await keepPostId(tx, articleId, postId))) return (await findPostId(tx, articleId)) ?? postId
      const now = clock()
      await savePost(tx, { articleId, postId, state: 'draft', url: null, since: now })
      await keepWritten(tx, articleId, { ...written, fields: fieldsOf(whole, null) })
      await insertEvent(tx, { articleId, userId: null, action: 'post-drafted', createdAt: now })
      return postId
    })
  const key = { key: postKey(articleId, renewalsOf(whole)), keyedSince, proceed, keep }
  const content = postOf(whole, written, await askOffers(parts, whole, { postId: null, proceed }))
  await publishing(site.code.toLowerCase()).createDraft({ ...content, ...key })
  await noteOffers(parts, whole, content)
}

/** Brings the post of an article up to date: creates its draft the first time, or writes the post anew whose update it
 * is, and changes it afterwards. */
export async function mirrorPost(parts: PostMirrorParts, articleId: number): Promise<void> {
  await runMirror(parts, articleId, 'post', async (whole, _shown, renew) => {
    const { status, postId, revisesId } = whole.article
    if ((status !== 'approved' && status !== 'published') || revisesId !== null) return
    if (postId !== null) return changePost(parts, whole, { postId, proceed: renew })
    const renewed = await findRenewed(parts, whole)
    await (renewed === null
      ? makePost(parts, whole, renew)
      : rewritePost(parts, whole, { ...renewed, proceed: renew }))
  })
}
