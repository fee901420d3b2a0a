import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/db/connect.ts'
import { articleMirrors } from '#server/db/schema/article-work.ts'
import { articles } from '#server/db/schema/articles.ts'
import { sitePosts } from '#server/db/schema/posts.ts'
import { fullNameOf } from '#server/db/sql/full-name.ts'
import { writeContent } from '#server/integrations/publishing-site/write-content.ts'
import type { SampleArticle } from './articles.ts'
import { words } from './cells.ts'
import type { Laid, Placed } from './fill-parts.ts'
import { personOf } from './people.ts'
import { found } from './rows.ts'
import { SAMPLE_SITES } from './sites.ts'
import { readPages } from './words.ts'

/** What editors have written around an article once it had its post. */
const Writing = z.strictObject({
  /** How the testing went, after the intro. */
  text: words,
  /** In the order of the article's. */
  products: z.array(z.strictObject({ heading: words, text: words })),
  /** In the order of the article's questions. */
  answers: z.array(words),
  'last word': words,
})

const WRITINGS = await readPages('posts', Writing)

export interface SamplePost {
  title: string
  content: string
  excerpt: string
  authorName: string
  authorDescription: string | null
  focusKeyword: string
  status: 'draft' | 'publish'
  createdAt: Date
  modifiedAt: Date
  publishedAt: Date | null
}

/** The post of an article that has been approved, with what its editors have written since; null for any other. */
export function samplePost(article: SampleArticle): SamplePost | null {
  const writing = WRITINGS.get(article.page)
  const approved = article.events.find(({ action }) => action === 'approved')
  if (!writing || !approved) return null
  const published = article.events.find(({ action }) => action === 'published')
  const writer = personOf(article.by)
  return {
    title: article.title,
    content: writeContent({
      introText: article.intro ?? '',
      introCopy: writing.text,
      products: article.products.map(({ asin, name, award, summary }, index) => {
        const { heading: headline = '', text: description = '' } = writing.products[index] ?? {}
        return { asin, name, award, summary: summary ?? '', headline, description }
      }),
      outroCopy: writing['last word'],
      questions: article.faqs.map((headline, index) => ({
        headline,
        acceptedAnswer: writing.answers[index] ?? '',
      })),
      trustStatement: SAMPLE_SITES.find(({ code }) => code === article.site)?.trust ?? '',
    }),
    excerpt: article.intro ?? '',
    authorName: fullNameOf(writer),
    authorDescription: writer.about,
    focusKeyword: article.keywords[0] ?? '',
    status: published ? 'publish' : 'draft',
    createdAt: approved.createdAt,
    modifiedAt: published?.createdAt ?? approved.createdAt,
    publishedAt: published?.createdAt ?? null,
  }
}

/** The built-in post of an article that has one, and that its copy is up to date. */
export async function insertPost(tx: Db, { article, articleId }: Placed[number], known: Laid): Promise<void> {
  const post = samplePost(article)
  if (!post) return
  const key = `article-${articleId}`
  const [made] = await tx
    .insert(sitePosts)
    .values({
      ...post,
      key,
      slug: key,
      siteId: found(known.siteIds, article.site),
      heroImageUrl: known.pictures.heroes.get(article) ?? null,
    })
    .returning({ id: sitePosts.id })
  await tx.update(articles).set({ postId: made?.id }).where(eq(articles.id, articleId))
  await tx.insert(articleMirrors).values({
    articleId,
    target: 'post',
    state: 'done',
    version: article.version,
    updatedAt: post.modifiedAt,
  })
}
