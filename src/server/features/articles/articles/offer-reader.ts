import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { CatalogItem } from '../../../integrations/product-catalog/port.ts'
import type { PostOffer, ShownOffer } from '../../../integrations/publishing-site/port.ts'
import type { ArticleDeps } from './verbs/access.ts'
import type { WholeArticle } from './whole-queries.ts'

type OfferDeps = Pick<ArticleDeps, 'catalog' | 'publicUrl' | 'clock' | 'log' | 'publishing'>

const READING = { system: 'The site', operation: 'read post' }
const MARKETPLACE = 'https://www.amazon.com'

/** Affiliate tags in the links of one post. */
interface TagsOfPost {
  of(asin: string): string | null
}

const NO_TAGS: TagsOfPost = { of: () => null }

/** The tag that most links of a post have. */
function usualOf(tags: ReadonlyMap<string, string>): string | null {
  const counts = new Map<string, number>()
  for (const tag of tags.values()) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const [usual] = [...counts].toSorted(([, one], [, other]) => other - one)
  return usual?.[0] ?? null
}

/**
 * Affiliate tags of a live post: links keep their tags, and a new product's link gets the most common one.
 * Null if the tags of our own post cannot be read; its links then stay, and the post is not overwritten.
 */
async function ownTags(
  { publishing, log }: OfferDeps,
  { article, site }: Pick<WholeArticle, 'article' | 'site'>,
  postId: number | null,
): Promise<TagsOfPost | null> {
  if (site.affiliateTag !== null || postId === null) return NO_TAGS
  const [post] = await publishing(site.code.toLowerCase()).readPublished([postId])
  if (post === undefined) return NO_TAGS
  if ('fault' in post) {
    if (article.postId !== null) {
      log.warn({ site: site.code, postId, fault: post.fault }, 'post written without its links')
      return null
    }
    const advice = `Couldn’t read the affiliate tag of its links: ${post.fault}`
    throw new IntegrationError(advice, { ...READING, kind: 'bad_response', advice })
  }
  const usual = usualOf(post.tags)
  return { of: (asin: string) => post.tags.get(asin) ?? usual }
}

/**
 * Buy link of a product: the marketplace's own address with the site's tag instead of any other. For a site
 * without a tag, existing tags stay, because otherwise nobody would be paid.
 */
function linkTo(asin: string, item: CatalogItem | undefined, tag: string | null): string {
  const link = new URL(item?.pageUrl ?? `${MARKETPLACE}/dp/${encodeURIComponent(asin)}`)
  if (tag !== null) link.searchParams.set('tag', tag)
  return link.href
}

/** Current data of a product for readers, as far as its site shows it and the marketplace is sure. */
function shownOf(
  { publicUrl, clock }: Pick<OfferDeps, 'publicUrl' | 'clock'>,
  { showsPrices }: Pick<WholeArticle['site'], 'showsPrices'>,
  item: CatalogItem | undefined,
) {
  const { price, imageUrl, stock, isUnverified = false } = item ?? {}
  const isPriced = showsPrices && price !== undefined && stock === 'IN_STOCK' && !isUnverified
  return {
    // Pictures of the built-in catalogue are served here.
    imageUrl: imageUrl === undefined ? null : new URL(imageUrl, publicUrl).href,
    price: isPriced ? { ...price, asOf: clock() } : null,
    isSoldOut: stock === 'OUT_OF_STOCK' && !isUnverified,
  }
}

/** Products looked up concurrently. More would exceed the waiting time of the marketplace’s client. */
const AT_ONCE = 20

/**
 * The same for each of these products that the marketplace knows. A product that no longer exists has neither
 * price nor picture; one without an answer is left out.
 */
export async function shownOffers(
  deps: Pick<OfferDeps, 'catalog' | 'publicUrl' | 'clock'>,
  site: Pick<WholeArticle['site'], 'showsPrices'>,
  asins: readonly string[],
): Promise<Map<string, ShownOffer>> {
  const shown = new Map<string, ShownOffer>()
  for (let from = 0; from < asins.length; from += AT_ONCE) {
    const { items, invalid } = await deps.catalog.getItems(asins.slice(from, from + AT_ONCE))
    for (const item of items) shown.set(item.asin, shownOf(deps, site, item))
    for (const asin of invalid) shown.set(asin, shownOf(deps, site, undefined))
  }
  return shown
}

/**
 * Offers of the article's products by ASIN: null if the site's theme shows them, missing if the catalogue
 * does not answer, so that the post's current text stays. A new post always gets its links.
 */
export async function offersOf(
  deps: OfferDeps,
  whole: WholeArticle,
  /** The post to write; null if there is none yet. */
  postId: number | null,
): Promise<Map<string, PostOffer | null>> {
  const { article, products, site } = whole
  const asins = products.map(({ asin }) => asin)
  if (!site.linksProducts) return new Map(asins.map((asin) => [asin, null]))
  if (asins.length === 0) return new Map()
  const tags = await ownTags(deps, whole, postId)
  if (tags === null) return new Map()
  const offerOf = (asin: string, item: CatalogItem | undefined): PostOffer => ({
    link: linkTo(asin, item, site.affiliateTag ?? tags.of(asin)),
    ...shownOf(deps, site, item),
  })
  try {
    const { items } = await deps.catalog.getItems(asins)
    const byAsin = new Map(items.map((item) => [item.asin, item]))
    return new Map(asins.map((asin) => [asin, offerOf(asin, byAsin.get(asin))]))
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    deps.log.warn({ err: error, site: site.code }, 'post written without prices')
    if (article.postId !== null) return new Map()
    return new Map(asins.map((asin) => [asin, offerOf(asin, undefined)]))
  }
}
