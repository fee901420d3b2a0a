import type { WrittenFields, WrittenPost } from '#shared/features/articles/articles/rules.ts'
import { fullNameOf, greetedNameOf } from '../../../db/sql/full-name.ts'
import { PARTS, type SitePost, type WholePost } from '../../../integrations/publishing-site/port.ts'
import { plainText } from '../../../markup/plain-text.ts'
import type { WholeArticle } from './whole-queries.ts'

/** The parts of an article that its post contains. Notes are internal to requester and QA. */
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

/** Whose name readers see: the site's, as long as the author has not typed one. */
export const bylineOf = ({ user, site }: Pick<WholeArticle, 'user' | 'site'>): string =>
  greetedNameOf(user) === '' ? site.displayName : fullNameOf(user)

/**
 * Other fields that an article writes. `chosen` is the keyword that a user chose for the post itself, if any.
 */
export const fieldsOf = (
  { article, keywords, user, site }: Pick<WholeArticle, 'article' | 'keywords' | 'user' | 'site'>,
  chosen: string | null,
): Required<WrittenFields> => ({
  excerpt: article.intro ?? '',
  picture: article.imageUrl ?? '',
  author: bylineOf({ user, site }),
  keyword: chosen ?? keywords[0]?.keyword ?? '',
})

/** The same parts of an existing post. Leaves out products that cannot be identified. */
export function writtenOf({ title, introText, products, questions }: SitePost): WrittenPost {
  return {
    title,
    intro: introText,
    products: products.flatMap(({ asin, name, award, summary }) =>
      asin === '' ? [] : [{ asin, name, award, summary }],
    ),
    questions: questions.map(({ headline }) => headline),
  }
}

const linesOf = (html: string) => new Set(plainText(html).split(/\n+/))

/** Every line of an article as it would appear in a post. */
const linesOfArticle = ({ intro, products, questions }: WrittenPost) =>
  [intro, ...products.flatMap(({ name, award, summary }) => [name, award, summary]), ...questions]
    .flatMap((text) => text.split(/\n+/))
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')

/**
 * Whether the post's text is certainly not ours: it contains nothing of the article that was not in the
 * stored earlier text, not even in a form that its site may have changed.
 */
export function isSurelyOthers(
  now: WholePost,
  { kept, article }: { kept: WholePost; article: WrittenPost },
): boolean {
  if (Object.values(PARTS).some((name) => now.content.includes(name))) return false
  const title = plainText(now.title)
  if (title === article.title.trim() && title !== plainText(kept.title)) return false
  // Editors cannot see these two fields.
  const isTold = (['products', 'structured'] as const).some(
    (field) => (now[field] ?? '') !== (kept[field] ?? ''),
  )
  if (isTold) return false
  const [before, standing] = [linesOf(kept.content), linesOf(now.content)]
  return linesOfArticle(article).every((line) => before.has(line) || !standing.has(line))
}
