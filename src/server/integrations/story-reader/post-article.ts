import type { CatalogItem } from '../product-catalog/port.ts'
import type { SitePost } from '../publishing-site/port.ts'
import type { PageArticle, PageProduct } from './article-page.ts'

export const paragraphsOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

type PostProduct = SitePost['products'][number]

/** A product with the post's text about it, and its catalogue data. */
function productOf(product: PostProduct, item: CatalogItem | undefined): PageProduct {
  const { asin, name, award, headline, summary, description, offer } = product
  const address = offer?.imageUrl ?? item?.imageUrl
  return {
    asin,
    name,
    award,
    paragraphs: [headline, summary, ...paragraphsOf(description)].filter((text) => text !== ''),
    points: [],
    figure: address ? { address, caption: name } : null,
    price: offer?.price ?? item?.price?.display ?? null,
    oldPrice: null,
    isOutOfStock: item?.stock === 'OUT_OF_STOCK',
    rating: item?.rating ?? null,
  }
}

/** A post of a built-in site, as its readers' page shows it, with what its products cost where that is known. */
export function postArticle(post: SitePost, goods: readonly CatalogItem[] = []): PageArticle {
  const known = new Map(goods.map((item) => [item.asin, item]))
  return {
    title: post.title,
    writer: post.authorName,
    updatedAt: post.datePublished?.toISOString() ?? null,
    figure: post.heroImageUrl === null ? null : { address: post.heroImageUrl, caption: post.title },
    opening: [...paragraphsOf(post.introText), ...paragraphsOf(post.introCopy)],
    products: post.products.map((product) => productOf(product, known.get(product.asin))),
    sections: [
      ...(post.outroCopy === ''
        ? []
        : [{ heading: 'The bottom line', level: 2 as const, paragraphs: paragraphsOf(post.outroCopy) }]),
      ...(post.trustStatement === ''
        ? []
        : [{ heading: 'Why trust us', level: 2 as const, paragraphs: paragraphsOf(post.trustStatement) }]),
    ],
    questions: post.questions.map(({ headline, acceptedAnswer }) => ({
      question: headline,
      answer: acceptedAnswer,
    })),
  }
}
