import { transaction } from '../../../../db/connect.ts'
import { IntegrationError } from '../../../../integrations/integration-error.ts'
import {
  isSameMarkup,
  NotKept,
  type OffersOfNow,
  type PlannedOffers,
  type PublishingSite,
  type ShownOffer,
} from '../../../../integrations/publishing-site/port.ts'
import { type DuePost, listDueOffers } from '../mirror-queries.ts'
import { shownOffers } from '../offer-reader.ts'
import { storeOffers } from '../post-store.ts'
import type { ArticleDeps } from './access.ts'
import { withCopy } from './mirror-article.ts'

const HOUR_MS = 3_600_000
/** Age after which prices and pictures are looked up again. */
const DUE_MS = 20 * HOUR_MS
/** Marketplaces allow showing them for at most a day, and the next run may be half an hour away. */
const OLDEST_MS = 23.5 * HOUR_MS
/** Posts read concurrently. */
const AT_ONCE = 20
/** Time limit of a run. The next run, half an hour later, continues. */
const RUN_MS = 420_000

type RefreshDeps = Pick<ArticleDeps, 'db' | 'clock' | 'publishing' | 'catalog' | 'publicUrl' | 'log'>

/** State of a run. */
interface Run {
  began: Date
  /** The marketplace does not answer and is not queried again. */
  isAway: boolean
  /** Sites that do not answer, or that change what we write. */
  refusing: Set<string>
}

const NOTHING: ShownOffer = { price: null, imageUrl: null }
const NO_PRICE: ShownOffer = { price: null }

const ended = ({ clock }: RefreshDeps, { began }: Run) => clock().getTime() >= began.getTime() + RUN_MS
const isOutdated = ({ offersAt }: DuePost, { began }: Run) =>
  offersAt === null || offersAt.getTime() <= began.getTime() - OLDEST_MS
/** Its site no longer shows prices, so they can be removed without a look-up. */
const isUnwanted = ({ showsPrices, showedPrices }: DuePost) => showedPrices && !showsPrices

/** Its prices and pictures were removed and not looked up since. */
const isStripped = ({ offersAt, removedPictures }: DuePost) => offersAt === null && removedPictures !== null

/** Writes the planned changes while holding the post's lease. */
async function writePlan(
  deps: RefreshDeps,
  at: PublishingSite,
  { id, before: from, after: to }: PlannedOffers,
  { articleId }: DuePost,
): Promise<void> {
  if (isSameMarkup(from, to)) return
  const nothing = async () => {}
  const change = { from, to, isBegun: false, isRefresh: true as const, begin: nothing, withdraw: nothing }
  await withCopy(deps, { articleId, target: 'post' }, () => at.writeMarkup(id, change))
}

/** Plans these posts from the offers of `find`; null if the marketplace does not answer. */
async function plan(
  deps: RefreshDeps,
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
    deps.log.warn({ err: error }, 'prices in posts could not be looked up')
    return null
  }
}

const all =
  (shown: ShownOffer): OffersOfNow['find'] =>
  async (asins) =>
    new Map(asins.map((asin) => [asin, shown]))

/** Finds current offers. For posts whose prices are too old, a product without an answer gets no offer. */
const ofNow =
  (deps: RefreshDeps, { showsPrices }: DuePost, missing: ShownOffer | null): OffersOfNow['find'] =>
  async (asins) => {
    const shown = await shownOffers(deps, { showsPrices }, asins)
    if (missing !== null) for (const asin of asins) if (!shown.has(asin)) shown.set(asin, missing)
    return shown
  }

/** Refreshes posts of one site. Either all of them are outdated or none. */
async function refreshTogether(deps: RefreshDeps, run: Run, posts: readonly DuePost[]): Promise<void> {
  const [first] = posts
  if (!first || run.refusing.has(first.siteCode)) return
  const at = deps.publishing(first.siteCode.toLowerCase())
  const asOf = deps.clock()
  const isOld = isOutdated(first, run)
  const planned = run.isAway ? null : await plan(deps, at, posts, ofNow(deps, first, isOld ? NOTHING : null))
  run.isAway ||= planned === null
  if (planned !== null) return writeAll(deps, run, { at, posts, planned, looked: asOf, isOld })
  const unwanted = posts.filter(isUnwanted)
  const old = isOld ? posts.filter((post) => !unwanted.includes(post) && !isStripped(post)) : []
  for (const [some, shown] of [
    [unwanted, isOld ? NOTHING : NO_PRICE],
    [old, NOTHING],
  ] as const) {
    const without = (await plan(deps, at, some, all(shown))) ?? []
    await writeAll(deps, run, { at, posts: some, planned: without, looked: null, isOld })
  }
}

interface Writing {
  at: PublishingSite
  posts: readonly DuePost[]
  planned: readonly PlannedOffers[]
  /** When the offers were looked up; null if they are only removed. */
  looked: Date | null
  /** All of its prices are a day old. */
  isOld: boolean
}

async function writeAll(
  deps: RefreshDeps,
  run: Run,
  { at, posts, planned, looked, isOld }: Writing,
): Promise<void> {
  const byId = new Map(posts.map((post) => [post.postId, post]))
  for (const each of planned) {
    const post = byId.get(each.id)
    // Products without an answer are looked up again in the next run.
    if (!post || !each.isComplete || ended(deps, run) || run.refusing.has(post.siteCode)) continue
    const about = { site: post.siteCode, postId: post.postId }
    try {
      if (each.fault) deps.log.warn({ ...about, fault: each.fault }, 'a post kept its old prices')
      else await writePlan(deps, at, each, post)
      const kept = {
        removedPictures: each.removed,
        showsPrices: post.showsPrices,
        ...(looked === null && !isOld ? {} : { offersAt: looked }),
      }
      await transaction(deps.db, (tx) => storeOffers(tx, [post.articleId], kept))
    } catch (error) {
      // The post was saved in between, by an editor or by us. The next run reads it again.
      deps.log.warn({ ...about, err: error }, 'a post kept its old prices')
      if (!(error instanceof NotKept)) continue
      // A site that changes what we write would do so again, so wait until tomorrow.
      run.refusing.add(post.siteCode)
      await transaction(deps.db, (tx) => storeOffers(tx, [post.articleId], { offersAt: deps.clock() }))
    }
  }
}

/**
 * Refreshes prices and pictures in our live posts that are older than 20 hours, and removes those that are
 * almost a day old and cannot be refreshed. Nothing else in a post changes, so it does not count as modified. A
 * site that does not answer does not delay the others.
 */
export async function refreshOffers(deps: RefreshDeps): Promise<void> {
  const run: Run = { began: deps.clock(), isAway: false, refusing: new Set() }
  const before = new Date(run.began.getTime() - DUE_MS)
  while (!ended(deps, run)) {
    const posts = await listDueOffers(deps.db, { before, since: run.began, most: AT_ONCE })
    if (posts.length === 0) return
    const ids = posts.map(({ articleId }) => articleId)
    await transaction(deps.db, (tx) => storeOffers(tx, ids, { offersTriedAt: run.began }))
    const together = Map.groupBy(posts, (post) => `${post.siteCode} ${isOutdated(post, run)}`)
    for (const some of together.values())
      await refreshTogether(deps, run, some).catch((error) => {
        const site = some[0]?.siteCode ?? ''
        run.refusing.add(site)
        deps.log.warn({ err: error, site }, 'prices in posts could not be updated')
      })
  }
}
