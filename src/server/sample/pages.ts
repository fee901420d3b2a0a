import type { Db } from '#server/db/connect.ts'
import { sitePosts } from '#server/db/schema/posts.ts'
import type { PostValues } from '#server/features/content-tracker/post-store.ts'
import { writeContent } from '#server/integrations/publishing-site/block-markup.ts'
import { storyArticle, type ToldGood } from '#server/integrations/story-reader/story-prose.ts'
import type { Laid } from './fill-parts.ts'
import { sampleGoods } from './goods.ts'
import { searchedPosts } from './searches.ts'
import { SAMPLE_SITES } from './sites.ts'
import { sampleTracked, slugOf } from './tracked.ts'

/** What readers see of a post that stood on its site before anybody requested articles here. */
function pageOf(post: PostValues, goods: ReadonlyMap<string, ToldGood>, trust: string) {
  const products = post.products ?? []
  const own = products.flatMap(({ asin }) => goods.get(asin) ?? [])
  const items = products.map(({ asin, name, award }) => ({ asin, name, award, blurb: '' }))
  const told = { title: post.title, publishedDate: null, items, isOurs: true, intro: null }
  const { writer, opening, sections, questions, ...article } = storyArticle(told, post.postId, own)
  const [introText = '', ...introCopy] = opening
  return {
    writer,
    introText,
    content: writeContent({
      introText,
      introCopy: introCopy.join('\n\n'),
      products: article.products.map(({ asin, name, award, paragraphs: [summary = '', ...others] }) => ({
        ...{ asin, name, award, summary, headline: '' },
        description: others.join('\n\n'),
      })),
      outroCopy: sections.flatMap(({ paragraphs }) => paragraphs).join('\n\n'),
      questions: questions.map(({ question, answer }) => ({ headline: question, acceptedAnswer: answer })),
      trustStatement: trust,
    }),
  }
}

/** The pages of the posts that the sites had already, so that they can be read like those of articles. */
export async function insertPages(tx: Db, laid: Laid): Promise<void> {
  const goods = new Map(sampleGoods().map(({ asin, categories }) => [asin, { asin, categories }]))
  const trustOf = new Map(SAMPLE_SITES.map(({ code, trust }) => [laid.siteIds.get(code), trust]))
  const posts = [...sampleTracked(laid).map(({ values }) => values), ...searchedPosts(laid)]
  const rows = posts.map((post) => {
    const { writer, introText, content } = pageOf(post, goods, trustOf.get(post.siteId) ?? '')
    const [publishedAt, modifiedAt] = [post.published, post.modified].map((day) => new Date(day ?? laid.now))
    return {
      ...{ id: Number(post.postId), siteId: post.siteId, status: 'publish' as const },
      ...{ title: post.title, slug: slugOf(post.title), content, excerpt: introText, authorName: writer },
      focusKeyword: post.focusKeyword === '' ? null : post.focusKeyword,
      createdAt: publishedAt ?? laid.now,
      modifiedAt: modifiedAt ?? laid.now,
      publishedAt: publishedAt ?? laid.now,
    }
  })
  await tx.insert(sitePosts).overridingSystemValue().values(rows)
}
