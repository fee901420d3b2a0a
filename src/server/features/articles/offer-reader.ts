import { IntegrationError } from '../../integrations/integration-error.ts'
import type { CatalogItem } from '../../integrations/product-catalog/port.ts'
import type { PostOffer, ShownOffer } from '../../integrations/publishing-site/port.ts'
import type { WholeArticle } from './queries.ts'
import type { ArticleParts } from './verbs/access.ts'

type OfferParts = Pick<ArticleParts, 'catalog' | 'publicUrl' | 'clock' | 'log' | 'publishing'>

const READING = { system: 'The site', operation: 'read post' }
const MARKETPLACE = 'https://www.amazon.com'

/** The tags by which the marketplace pays for the links of one post. */
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
 * What a post that readers see earns by: a link keeps its own tag, and one to a product that is new has what most have.
 * Null where that cannot be read of a post of ours, whose links stay; a post is not written anew then.
 */
async function ownTags(
  { publishing, log }: OfferParts,
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
 * Where a product is bought: the marketplace's own address of it, with the site's tag in the place of any other. A site
 * without one leaves the tags alone that its posts have: without them nobody is paid.
 */
function linkTo(asin: string, item: CatalogItem | undefined, tag: string | null): string {
  const link = new URL(item?.pageUrl ?? `${MARKETPLACE}/dp/${encodeURIComponent(asin)}`)
  if (tag !== null) link.searchParams.set('tag', tag)
  return link.href
}

/** What readers are to see of a product by now, as far as its site shows that and the marketplace is sure. */
function shownOf(
  { publicUrl, clock }: Pick<OfferParts, 'publicUrl' | 'clock'>,
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

/** So many are looked up at once: more would have to wait longer for their turn than the marketplace’s client does. */
const AT_ONCE = 20

/**
 * The same for each of these products of which the marketplace says something; one that it does not know any more has
 * neither price nor picture. What it does not answer for is left out.
 */
export async function shownOffers(
  parts: Pick<OfferParts, 'catalog' | 'publicUrl' | 'clock'>,
  site: Pick<WholeArticle['site'], 'showsPrices'>,
  asins: readonly string[],
): Promise<Map<string, ShownOffer>> {
  const shown = new Map<string, ShownOffer>()
  for (let from = 0; from < asins.length; from += AT_ONCE) {
    const { items, invalid } = await parts.catalog.getItems(asins.slice(from, from + AT_ONCE))
    for (const item of items) shown.set(item.asin, shownOf(parts, site, item))
    for (const asin of invalid) shown.set(asin, shownOf(parts, site, undefined))
  }
  return shown
}

/**
 * What readers are to see of the article's products besides its text, by ASIN: null where the site's theme says it,
 * nothing where the catalogue does not answer, so that what the post says of them stays. A new post has its links all
 * the same.
 */
export async function offersOf(
  parts: OfferParts,
  whole: WholeArticle,
  /** The post that it is written into; null where there is none yet. */
  postId: number | null,
): Promise<Map<string, PostOffer | null>> {
  const { article, products, site } = whole
  const asins = products.map(({ asin }) => asin)
  if (!site.linksProducts) return new Map(asins.map((asin) => [asin, null]))
  if (asins.length === 0) return new Map()
  const tags = await ownTags(parts, whole, postId)
  if (tags === null) return new Map()
  const offerOf = (asin: string, item: CatalogItem | undefined): PostOffer => ({
    link: linkTo(asin, item, site.affiliateTag ?? tags.of(asin)),
    ...shownOf(parts, site, item),
  })
  try {
    const { items } = await parts.catalog.getItems(asins)
    const byAsin = new Map(items.map((item) => [item.asin, item]))
    return new Map(asins.map((asin) => [asin, offerOf(asin, byAsin.get(asin))]))
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    parts.log.warn({ err: error, site: site.code }, 'post written without prices')
    if (article.postId !== null) return new Map()
    return new Map(asins.map((asin) => [asin, offerOf(asin, undefined)]))
  }
}
