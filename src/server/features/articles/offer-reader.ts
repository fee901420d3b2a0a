import { IntegrationError } from '../../integrations/integration-error.ts'
import type { CatalogItem } from '../../integrations/product-catalog/port.ts'
import type { PostOffer } from '../../integrations/publishing-site/port.ts'
import type { WholeArticle } from './queries.ts'
import type { ArticleParts } from './verbs/access.ts'

type OfferParts = Pick<ArticleParts, 'catalog' | 'publicUrl' | 'clock' | 'log'>

const MARKETPLACE = 'https://www.amazon.com'

/** Where a product is bought: the marketplace's own address of it, with the site's tag in the place of any other. */
function linkTo(asin: string, item: CatalogItem | undefined, tag: string | null): string {
  const link = new URL(item?.pageUrl ?? `${MARKETPLACE}/dp/${encodeURIComponent(asin)}`)
  if (tag !== null) link.searchParams.set('tag', tag)
  return link.href
}

function offerOf(
  { publicUrl, clock }: OfferParts,
  { asin, item, tag }: { asin: string; item: CatalogItem | undefined; tag: string | null },
): PostOffer {
  const { price, imageUrl, stock } = item ?? {}
  return {
    link: linkTo(asin, item, tag),
    // Pictures of the built-in catalogue are served here.
    imageUrl: imageUrl === undefined ? null : new URL(imageUrl, publicUrl).href,
    price: price === undefined || stock !== 'IN_STOCK' ? null : { ...price, asOf: clock() },
  }
}

/**
 * What readers are to see of the article's products besides its text, by ASIN: null where the site's theme says it,
 * nothing where the catalogue does not answer, so that what the post says of them stays. A new post has its links all
 * the same.
 */
export async function offersOf(
  parts: OfferParts,
  { article, products, site }: WholeArticle,
): Promise<Map<string, PostOffer | null>> {
  const asins = products.map(({ asin }) => asin)
  if (!site.linksProducts) return new Map(asins.map((asin) => [asin, null]))
  if (asins.length === 0) return new Map()
  try {
    const { items } = await parts.catalog.getItems(asins)
    const byAsin = new Map(items.map((item) => [item.asin, item]))
    const tag = site.affiliateTag
    return new Map(asins.map((asin) => [asin, offerOf(parts, { asin, item: byAsin.get(asin), tag })]))
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    parts.log.warn({ err: error, site: site.code }, 'a post is written without prices')
    if (article.postId !== null) return new Map()
    const tag = site.affiliateTag
    return new Map(asins.map((asin) => [asin, offerOf(parts, { asin, item: undefined, tag })]))
  }
}
