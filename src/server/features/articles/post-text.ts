import type { WrittenPost } from '#shared/features/articles/rules.ts'
import type { SitePost } from '../../integrations/publishing-site/port.ts'
import type { WholeArticle } from './queries.ts'

/** What of an article its post says. Notes are between requester and QA, and stay here. */
export function contentOf({
  article,
  products,
  faqs,
}: Pick<WholeArticle, 'article' | 'products' | 'faqs'>): WrittenPost {
  return {
    title: article.title,
    intro: article.intro ?? '',
    products: products.map(({ asin, name, award, summary }) => ({
      asin,
      name,
      award,
      summary: summary ?? '',
    })),
    questions: faqs.map(({ question }) => question),
  }
}

/** What a post says of that by now. */
export function writtenOf({ title, introText, products, questions }: SitePost): WrittenPost {
  return {
    title,
    intro: introText,
    products: products.map(({ asin, name, award, summary }) => ({ asin, name, award, summary })),
    questions: questions.map(({ headline }) => headline),
  }
}
