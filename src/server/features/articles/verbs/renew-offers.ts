import { transaction } from '../../../db/connect.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import {
  isSameMarkup,
  type OffersOfNow,
  type PlannedOffers,
  type PublishingSite,
  type ShownOffer,
} from '../../../integrations/publishing-site/port.ts'
import { type DuePost, listDueOffers } from '../mirror-queries.ts'
import { shownOffers } from '../offer-reader.ts'
import { keepOffersAt } from '../post-store.ts'
import type { ArticleParts } from './access.ts'
import { withCopy } from './mirror-article.ts'

const HOUR_MS = 3_600_000
/** After this, prices and pictures are looked up again. */
const DUE_MS = 20 * HOUR_MS
/** Marketplaces let nobody show them for longer. */
const OLDEST_MS = 24 * HOUR_MS
/** As many posts are read at once. */
const AT_ONCE = 20
/** A run comes every half hour: what is left after this waits for the next. */
const RUN_MS = 480_000

type RenewalParts = Pick<ArticleParts, 'db' | 'clock' | 'publishing' | 'catalog' | 'publicUrl' | 'log'>

const NOTHING: ShownOffer = { imageUrl: null, price: null }
const NONE: OffersOfNow = {
  find: async (asins) => new Map(asins.map((asin) => [asin, NOTHING])),
  restoresPictures: false,
}

/** Writes what has been planned for a post, while nobody else writes it. */
async function writePlan(
  parts: RenewalParts,
  at: PublishingSite,
  { plan, post }: { plan: PlannedOffers; post: DuePost },
): Promise<void> {
  const { id, before: from, after: to } = plan
  if (isSameMarkup(from, to)) return
  const nothing = async () => {}
  const change = { from, to, isBegun: false, begin: nothing, withdraw: nothing }
  await withCopy(parts, { articleId: post.articleId, target: 'post' }, () => at.writeMarkup(id, change))
}

/** What is to be shown in these posts, and of which time that is; nothing where the marketplace does not answer. */
async function planOffers(
  parts: RenewalParts,
  at: PublishingSite,
  posts: readonly DuePost[],
): Promise<{ plans: PlannedOffers[]; asOf: Date | null }> {
  const [first] = posts
  if (!first) return { plans: [], asOf: null }
  const asOf = parts.clock()
  const oldest = new Date(asOf.getTime() - OLDEST_MS)
  let refusal: unknown
  const find = (asins: readonly string[]) =>
    shownOffers(parts, first, asins).catch((error) => {
      refusal = error
      throw error
    })
  const idsOf = (some: readonly DuePost[]) => some.map(({ postId }) => postId)
  try {
    const restoresPictures = first.isRemoved
    return { plans: await at.planOffers(idsOf(posts), { find, restoresPictures }), asOf }
  } catch (error) {
    if (error !== refusal || !(error instanceof IntegrationError)) throw error
    parts.log.warn({ err: error, site: first.siteCode }, 'prices in posts could not be renewed')
    const outdated = posts.filter(({ offersAt, isRemoved }) => !isRemoved && (offersAt ?? oldest) <= oldest)
    return { plans: await at.planOffers(idsOf(outdated), NONE), asOf: null }
  }
}

async function renewTogether(parts: RenewalParts, posts: readonly DuePost[]): Promise<void> {
  const [first] = posts
  if (!first) return
  const at = parts.publishing(first.siteCode.toLowerCase())
  const byId = new Map(posts.map((post) => [post.postId, post]))
  const { plans, asOf } = await planOffers(parts, at, posts)
  for (const plan of plans) {
    const post = byId.get(plan.id)
    if (!post) continue
    try {
      await writePlan(parts, at, { plan, post })
      const looked = asOf === null ? null : { at: asOf, showsPrices: post.showsPrices }
      await transaction(parts.db, (tx) => keepOffersAt(tx, post.articleId, looked))
    } catch (error) {
      // An editor, or we ourselves, saved in between: the next run reads the post again.
      parts.log.warn({ err: error, site: first.siteCode, postId: plan.id }, 'a post kept its old prices')
    }
  }
}

/**
 * Renews the prices and pictures in live posts of ours that are older than 20 hours, and removes those that are older
 * than a day and cannot be renewed. Nothing else of a post changes, so that it does not count as changed. A site that
 * does not answer keeps none of the others waiting.
 */
export async function renewOffers(parts: RenewalParts): Promise<void> {
  const began = parts.clock().getTime()
  const before = new Date(began - DUE_MS)
  for (let after = 0; parts.clock().getTime() < began + RUN_MS; ) {
    const posts = await listDueOffers(parts.db, { before, after, most: AT_ONCE })
    const together = Map.groupBy(posts, ({ siteCode, isRemoved }) => `${siteCode} ${isRemoved}`)
    for (const some of together.values())
      await renewTogether(parts, some).catch((error) =>
        parts.log.warn({ err: error, site: some[0]?.siteCode }, 'prices in posts could not be renewed'),
      )
    after = posts.at(-1)?.articleId ?? after
    if (posts.length < AT_ONCE) return
  }
}
