import { transaction } from '../../../db/connect.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import {
  isSameMarkup,
  NotKept,
  type OffersOfNow,
  type PlannedOffers,
  type PublishingSite,
  type ShownOffer,
} from '../../../integrations/publishing-site/port.ts'
import { type DuePost, listDueOffers } from '../mirror-queries.ts'
import { shownOffers } from '../offer-reader.ts'
import { keepOffers } from '../post-store.ts'
import type { ArticleParts } from './access.ts'
import { withCopy } from './mirror-article.ts'

const HOUR_MS = 3_600_000
/** After this, prices and pictures are looked up again. */
const DUE_MS = 20 * HOUR_MS
/** Marketplaces let nobody show them for a day; the next run may be half an hour away. */
const OLDEST_MS = 23.5 * HOUR_MS
/** As many posts are read at once. */
const AT_ONCE = 20
/** A run comes every half hour: what is left after this waits for the next. */
const RUN_MS = 420_000

type RenewalParts = Pick<ArticleParts, 'db' | 'clock' | 'publishing' | 'catalog' | 'publicUrl' | 'log'>

/** What a run finds out on its way. */
interface Run {
  began: Date
  /** The marketplace does not answer: it is not asked again. */
  isAway: boolean
  /** Sites that do not answer, or keep something else than what is written. */
  refusing: Set<string>
}

const NOTHING: ShownOffer = { price: null, imageUrl: null }
const NO_PRICE: ShownOffer = { price: null }

const ended = ({ clock }: RenewalParts, { began }: Run) => clock().getTime() >= began.getTime() + RUN_MS
const isOutdated = ({ offersAt }: DuePost, { began }: Run) =>
  offersAt === null || offersAt.getTime() <= began.getTime() - OLDEST_MS
/** Its site wants no prices any more: they can go without being looked up. */
const isUnwanted = ({ showsPrices, showedPrices }: DuePost) => showedPrices && !showsPrices

/** Its prices and pictures were removed, and not looked up since. */
const isStripped = ({ offersAt, removedPictures }: DuePost) => offersAt === null && removedPictures !== null

/** Writes what has been planned for a post, while nobody else writes it. */
async function writePlan(
  parts: RenewalParts,
  at: PublishingSite,
  { id, before: from, after: to }: PlannedOffers,
  { articleId }: DuePost,
): Promise<void> {
  if (isSameMarkup(from, to)) return
  const nothing = async () => {}
  const change = { from, to, isBegun: false, isRenewal: true as const, begin: nothing, withdraw: nothing }
  await withCopy(parts, { articleId, target: 'post' }, () => at.writeMarkup(id, change))
}

/** Plans these posts by what `find` answers; null where the marketplace does not answer. */
async function plan(
  parts: RenewalParts,
  at: PublishingSite,
  posts: readonly DuePost[],
  find: OffersOfNow['find'],
): Promise<PlannedOffers[] | null> {
  if (posts.length === 0) return []
  let refusal: unknown
  const byId = new Map(posts.map((post) => [post.postId, post]))
  const offers: OffersOfNow = {
    find: (asins) =>
      find(asins).catch((error) => {
        refusal = error
        throw error
      }),
    removedFrom: (id) => byId.get(id)?.removedPictures ?? {},
  }
  try {
    return await at.planOffers([...byId.keys()], offers)
  } catch (error) {
    if (error !== refusal || !(error instanceof IntegrationError)) throw error
    parts.log.warn({ err: error }, 'prices in posts could not be looked up')
    return null
  }
}

const all =
  (shown: ShownOffer): OffersOfNow['find'] =>
  async (asins) =>
    new Map(asins.map((asin) => [asin, shown]))

/** The offers of now; for posts whose prices are too old, a product without an answer has none. */
const ofNow =
  (parts: RenewalParts, { showsPrices }: DuePost, missing: ShownOffer | null): OffersOfNow['find'] =>
  async (asins) => {
    const shown = await shownOffers(parts, { showsPrices }, asins)
    if (missing !== null) for (const asin of asins) if (!shown.has(asin)) shown.set(asin, missing)
    return shown
  }

/** Renews posts of one site, all of them outdated or none. */
async function renewTogether(parts: RenewalParts, run: Run, posts: readonly DuePost[]): Promise<void> {
  const [first] = posts
  if (!first || run.refusing.has(first.siteCode)) return
  const at = parts.publishing(first.siteCode.toLowerCase())
  const asOf = parts.clock()
  const isOld = isOutdated(first, run)
  const planned = run.isAway
    ? null
    : await plan(parts, at, posts, ofNow(parts, first, isOld ? NOTHING : null))
  run.isAway ||= planned === null
  if (planned !== null) return writeAll(parts, run, { at, posts, planned, looked: asOf, isOld })
  const unwanted = posts.filter(isUnwanted)
  const old = isOld ? posts.filter((post) => !unwanted.includes(post) && !isStripped(post)) : []
  for (const [some, shown] of [
    [unwanted, isOld ? NOTHING : NO_PRICE],
    [old, NOTHING],
  ] as const) {
    const without = (await plan(parts, at, some, all(shown))) ?? []
    await writeAll(parts, run, { at, posts: some, planned: without, looked: null, isOld })
  }
}

interface Writing {
  at: PublishingSite
  posts: readonly DuePost[]
  planned: readonly PlannedOffers[]
  /** When the offers were looked up; null where they were not, and are only removed. */
  looked: Date | null
  /** Nothing of them is left that is younger than a day. */
  isOld: boolean
}

async function writeAll(
  parts: RenewalParts,
  run: Run,
  { at, posts, planned, looked, isOld }: Writing,
): Promise<void> {
  const byId = new Map(posts.map((post) => [post.postId, post]))
  for (const each of planned) {
    const post = byId.get(each.id)
    // Of a product that was not answered for, the next run asks again.
    if (!post || !each.isComplete || ended(parts, run) || run.refusing.has(post.siteCode)) continue
    const about = { site: post.siteCode, postId: post.postId }
    try {
      if (each.fault) parts.log.warn({ ...about, fault: each.fault }, 'a post kept its old prices')
      else await writePlan(parts, at, each, post)
      const kept = {
        removedPictures: each.removed,
        showsPrices: post.showsPrices,
        ...(looked === null && !isOld ? {} : { offersAt: looked }),
      }
      await transaction(parts.db, (tx) => keepOffers(tx, [post.articleId], kept))
    } catch (error) {
      // An editor, or we ourselves, saved in between: the next run reads the post again.
      parts.log.warn({ ...about, err: error }, 'a post kept its old prices')
      if (!(error instanceof NotKept)) continue
      // A site that keeps something else would do so again: tomorrow is soon enough.
      run.refusing.add(post.siteCode)
      await transaction(parts.db, (tx) => keepOffers(tx, [post.articleId], { offersAt: parts.clock() }))
    }
  }
}

/**
 * Renews the prices and pictures in live posts of ours that are older than 20 hours, and removes those that are almost
 * a day old and cannot be renewed. Nothing else of a post changes, so that it does not count as changed. A site that
 * does not answer keeps none of the others waiting.
 */
export async function renewOffers(parts: RenewalParts): Promise<void> {
  const run: Run = { began: parts.clock(), isAway: false, refusing: new Set() }
  const before = new Date(run.began.getTime() - DUE_MS)
  while (!ended(parts, run)) {
    const posts = await listDueOffers(parts.db, { before, since: run.began, most: AT_ONCE })
    if (posts.length === 0) return
    const ids = posts.map(({ articleId }) => articleId)
    await transaction(parts.db, (tx) => keepOffers(tx, ids, { offersTriedAt: run.began }))
    const together = Map.groupBy(posts, (post) => `${post.siteCode} ${isOutdated(post, run)}`)
    for (const some of together.values())
      await renewTogether(parts, run, some).catch((error) => {
        const site = some[0]?.siteCode ?? ''
        run.refusing.add(site)
        parts.log.warn({ err: error, site }, 'prices in posts could not be updated')
      })
  }
}
