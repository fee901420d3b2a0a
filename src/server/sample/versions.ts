import type { Db } from '#server/db/connect.ts'
import { articleVersions } from '#server/db/schema/article-work.ts'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import type { SampleArticle } from './articles.ts'
import type { Laid, Placed } from './fill-parts.ts'
import { found } from './rows.ts'

type Text = Pick<SampleArticle, 'intro' | 'products' | 'faqs'>

export interface SampleVersion extends Text {
  version: number
  createdAt: Date
}

/** What an article said before its requester answered a return: it has grown by what QA asked for. */
function earlier({ intro, products, faqs }: Text, rounds: number): Text {
  return {
    intro: intro === null ? null : (intro.split('. ')[0] ?? intro),
    products: products.map((product, index) => (index < rounds ? { ...product, summary: null } : product)),
    faqs: faqs.slice(0, Math.max(0, faqs.length - rounds)),
  }
}

/** The versions of an article, the oldest first, and at which of them each of its returns was made. */
export function sampleVersions(article: SampleArticle): {
  versions: SampleVersion[]
  returnedAt: (index: number) => number
} {
  const answered = article.returns.filter(({ kind, answeredAt }) => kind === 'return' && answeredAt !== null)
  const versions = answered.map((entry, index) => ({
    ...earlier(article, answered.length - index),
    version: index + 1,
    createdAt: index === 0 ? article.createdAt : (answered[index - 1]?.answeredAt ?? entry.createdAt),
  }))
  const last = {
    intro: article.intro,
    products: article.products,
    faqs: article.faqs,
    version: article.version,
    createdAt: answered.at(-1)?.answeredAt ?? article.createdAt,
  }
  return {
    versions: [...versions, last],
    returnedAt: (index) => (article.returns[index]?.answeredAt ? index + 1 : article.version),
  }
}

/** What each article said after each of its saves. */
export async function insertVersions(tx: Db, placed: Placed, known: Laid): Promise<void> {
  const rows = placed.flatMap(({ article, articleId }) => {
    const keywords = article.keywords.map((keyword) => ({
      keyword,
      keyword_id: found(known.keywordIds, keywordIdentity(keyword)),
    }))
    return sampleVersions(article).versions.map(({ version, createdAt, intro, products, faqs }) => ({
      articleId,
      version,
      createdAt,
      userId: found(known.userIds, article.by),
      content: {
        title: article.title,
        siteId: found(known.siteIds, article.site),
        imageUrl: known.pictures.heroes.get(article) ?? null,
        intro,
        notes: article.notes,
        keywords,
        products: products.map((product) => ({ ...product, summary: product.summary ?? '' })),
        faqs: [...faqs],
      },
    }))
  })
  await tx.insert(articleVersions).values(rows)
}
