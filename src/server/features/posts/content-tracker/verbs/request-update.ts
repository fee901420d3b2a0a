import { PRODUCT_NAME_MAXIMUM, TITLE_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import { exchanged } from '#shared/features/articles/replacements/rules.ts'
import { contentTrackerEndpoints } from '#shared/features/posts/content-tracker/contract.ts'
import { EXCHANGE_NOTE, RENEWAL_NOTES, type Renewal } from '#shared/features/posts/content-tracker/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import type { Once } from '../../../../calls/once.ts'
import type { Db } from '../../../../db/connect.ts'
import { parseText } from '../../../../db/json/json-text.ts'
import { AppError, notFound, RequestInvalid } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import type { ContentTrackerDeps, UpdateSeed } from '../deps.ts'
import { updateShownTo } from '../present.ts'
import {
  findTrackedPost,
  listPostProducts,
  type PostAddress,
  type TrackedPost,
  type TrackedProduct,
} from '../queries.ts'
import { readTagNotes } from '../tag-reader.ts'
import { findOpenUpdate, findSite, lockPostToUpdate, tieUpdate } from '../update-store.ts'

export interface UpdateWish extends PostAddress {
  keyword?: string | undefined
  more?: UpdateSeed
}

const NOTHING_MORE: Pick<UpdateSeed, 'products' | 'notes' | 'exchange'> = { products: [], notes: '' }

const isOut = (product: TrackedProduct) => product.raw_availability === 'OUT_OF_STOCK'

/** Why the post is refreshed, as what its writer ticks off; a product that is out of stock is an entry of its own. */
function checklistOf({ reasons }: TrackedPost, products: readonly TrackedProduct[]) {
  const out = products.filter(isOut)
  return reasons.flatMap(({ kind, text }) =>
    kind === 'stock' && out.length > 0
      ? out.map(({ NAME, ASIN }) => ({ kind, text: `Replace ${NAME || ASIN}: ${ASIN} is out of stock` }))
      : [{ kind, text }],
  )
}

/** What an update of a post would change, once it is approved. */
export function renewalOf(
  { hasBuiltInPosts }: Pick<ContentTrackerDeps, 'hasBuiltInPosts'>,
  { articleId, renewedBy, isChangeable, SITE }: TrackedPost,
): Renewal {
  if ((articleId ?? renewedBy) !== null) return 'article'
  return isChangeable && !hasBuiltInPosts(SITE) ? 'post' : 'another'
}

async function refuseSecond(tx: Db, id: number, actor: Caller): Promise<void> {
  const update = await findOpenUpdate(tx, id)
  if (update === null) return
  throw new AppError('conflict', 'An update of this post is already in progress.', {
    // Another user's draft is hidden from this user.
    details: { article_id: updateShownTo(actor, update)?.article_id ?? null },
  })
}

/** A new article with all that is known of a post that was not written here. */
function articleOf(
  { post, renews, told }: { post: TrackedPost; renews: Renewal; told: readonly string[] },
  products: readonly TrackedProduct[],
  wish: UpdateWish,
) {
  const keyword = post.keyword ?? wish.keyword?.trim() ?? ''
  if (keyword === '')
    throw new RequestInvalid('body', [{ path: 'keyword', message: 'The post has no keyword: choose one.' }])
  const address = post.PERMALINK === null ? '' : `: ${post.PERMALINK}`
  const { products: fresh, notes, exchange } = wish.more ?? NOTHING_MORE
  const known = new Set(products.map(({ ASIN }) => ASIN))
  const old = products.map(({ ASIN: asin, NAME, AWARD: award }) => ({
    asin,
    name: NAME.slice(0, PRODUCT_NAME_MAXIMUM).toWellFormed().trim(),
    award,
    summary: '',
  }))
  const rows = (exchange && exchanged(old, exchange.old, exchange.by)?.products) ?? old
  return {
    keywords: [{ keyword }],
    title: post.POST_TITLE.slice(0, TITLE_MAXIMUM).toWellFormed().trim(),
    notes: [
      `Update of “${post.POST_TITLE}”${address}`,
      ...(renews === 'article' ? [] : [exchange ? EXCHANGE_NOTE : RENEWAL_NOTES[renews]]),
      ...told,
      ...(notes === '' ? [] : [notes]),
    ].join('\n'),
    products: [...rows, ...fresh.filter(({ asin }) => !known.has(asin))],
    draft: true,
    // Edit requests are deleted afterwards, which would leave a tracked keyword that costs a lookup a day.
    tracksKeywords: exchange === undefined,
  }
}

/** Creates the draft once, and links it to its post in the same transaction. */
function tiedTo(deps: ContentTrackerDeps, { actor, wish, once }: Asked, renews: Renewal): Once {
  return (tx, make) =>
    once(tx, async () => {
      const id = await lockPostToUpdate(tx, wish)
      if (id === undefined) throw notFound('Post')
      await refuseSecond(tx, id, actor)
      const made = await make()
      if (typeof made !== 'number') return made
      await tieUpdate(tx, id, { articleId: made, renews })
      if (renews === 'post' && /^\d{1,9}$/.test(wish.postId))
        await deps.articles().beginRenewal(tx, { articleId: made, postId: Number(wish.postId) })
      return made
    })
}

interface Asked {
  actor: Caller
  wish: UpdateWish
  once: Once
}

/**
 * Begins the draft that refreshes a post, with the reasons as its checklist: an update of the post's article,
 * or of the article that rewrote it, or a new article if it was not written here. Returns its id.
 */
export async function requestUpdate(deps: ContentTrackerDeps, asked: Asked): Promise<number> {
  const { actor, wish } = asked
  requires(actor, contentTrackerEndpoints.requestUpdate.access)
  const post = await findTrackedPost(deps.db, wish)
  if (!post) throw notFound('Post')
  const products = await listPostProducts(deps.db, { ...wish, today: dayAt(deps.clock(), deps.timeZone) })
  const { more } = wish
  const checklist = [...checklistOf(post, products), ...(more?.checklist ?? [])]
  const articleId = post.articleId ?? post.renewedBy
  if (articleId !== null)
    return deps.articles().beginRevision(actor, { ...more, articleId, checklist }, asked.once)
  const { id: siteId, affiliateTag } = await siteOf(deps.db, wish)
  // A request for edits is carried out on the site, so it must never replace the text of the post.
  const renews = more?.exchange === undefined ? renewalOf(deps, post) : 'another'
  const told = renews === 'post' ? await readTagNotes(deps, wish, affiliateTag) : []
  const input = { ...articleOf({ post, renews, told }, products, wish), siteId, checklist }
  const article = await deps.articles().createArticle(actor, input, tiedTo(deps, asked, renews))
  return parseText(article).article_id
}

async function siteOf(db: Db, { site }: PostAddress) {
  const found = await findSite(db, site)
  if (found === undefined) throw notFound('Site')
  return found
}
