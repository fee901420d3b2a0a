import type { SitePost } from '../publishing-site/port.ts'
import type { PageArticle } from './article-page.ts'

export const paragraphsOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

/** A post of a built-in site, as its readers' page shows it. */
export function postArticle(post: SitePost): PageArticle {
  return {
    title: post.title,
    writer: post.authorName,
    updatedAt: post.datePublished?.toISOString() ?? null,
    figure: post.heroImageUrl === null ? null : { address: post.heroImageUrl, caption: post.title },
    opening: [...paragraphsOf(post.introText), ...paragraphsOf(post.introCopy)],
    products: post.products.map(({ asin, name, award, headline, summary, description, offer }) => ({
      asin,
      name,
      award,
      paragraphs: [headline, summary, ...paragraphsOf(description)].filter((text) => text !== ''),
      points: [],
      figure: offer?.imageUrl ? { address: offer.imageUrl, caption: name } : null,
      price: offer?.price ?? null,
      oldPrice: null,
      isOutOfStock: false,
      rating: null,
    })),
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
