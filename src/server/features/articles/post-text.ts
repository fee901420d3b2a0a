import type { WrittenFields, WrittenPost } from '#shared/features/articles/rules.ts'
import { fullNameOf } from '../../db/full-name.ts'
import { PARTS, type SitePost, type WholePost } from '../../integrations/publishing-site/port.ts'
import { plainText } from '../../plain-text.ts'
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

/** What an article writes beside that. `chosen` is the keyword that somebody chose for the post itself, if anybody did. */
export const fieldsOf = (
  { article, keywords, user }: Pick<WholeArticle, 'article' | 'keywords' | 'user'>,
  chosen: string | null,
): Required<WrittenFields> => ({
  excerpt: article.intro ?? '',
  picture: article.imageUrl ?? '',
  author: fullNameOf(user),
  keyword: chosen ?? keywords[0]?.keyword ?? '',
})

/** What a post says of that by now. */
export function writtenOf({ title, introText, products, questions }: SitePost): WrittenPost {
  return {
    title,
    intro: introText,
    products: products.map(({ asin, name, award, summary }) => ({ asin, name, award, summary })),
    questions: questions.map(({ headline }) => headline),
  }
}

const linesOf = (html: string) => new Set(plainText(html).split(/\n+/))

/** Everything that an article says, line by line, as it is found in a post. */
const linesOfArticle = ({ intro, products, questions }: WrittenPost) =>
  [intro, ...products.flatMap(({ name, award, summary }) => [name, award, summary]), ...questions]
    .flatMap((text) => text.split(/\n+/))
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')

/**
 * Whether what a post says by now is surely somebody else's: nothing of the article stands there that did not stand in
 * what was kept before, not even in a way in which its site may have kept it.
 */
export function isSurelyOthers(
  now: WholePost,
  { kept, article }: { kept: WholePost; article: WrittenPost },
): boolean {
  if (Object.values(PARTS).some((name) => now.content.includes(name))) return false
  const title = plainText(now.title)
  if (title === article.title.trim() && title !== plainText(kept.title)) return false
  // No editor sees these two.
  const isTold = (['products', 'structured'] as const).some(
    (field) => (now[field] ?? '') !== (kept[field] ?? ''),
  )
  if (isTold) return false
  const [before, standing] = [linesOf(kept.content), linesOf(now.content)]
  return linesOfArticle(article).every((line) => before.has(line) || !standing.has(line))
}
