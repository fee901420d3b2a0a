import type { Db } from '#server/db/connect.ts'
import { sitePosts } from '#server/db/schema/posts.ts'
import { fullNameOf } from '#server/db/sql/full-name.ts'
import type { PostValues } from '#server/features/posts/content-tracker/post-store.ts'
import { writeContent } from '#server/integrations/publishing-site/write-content.ts'
import { storyArticle } from '#server/integrations/story-reader/story-prose.ts'
import { createRandom } from '../random.ts'
import type { Laid } from './fill-parts.ts'
import type { SampleGood } from './goods.ts'
import { SAMPLE_PEOPLE } from './people.ts'
import { searchedPosts } from './searches.ts'
import { SAMPLE_SITES } from './sites.ts'
import { goodsByLine, productsOf, recommended, sampleTracked, slugOf } from './tracked.ts'

/** What a post recommends: as it is known, or what there is of the line that its title names. */
function productsIn({ products, title }: PostValues, byLine: ReadonlyMap<string, SampleGood[]>) {
  if (products !== null) return products
  const words = title.toLowerCase()
  const [line] = [...byLine.keys()]
    .filter((each) => each !== '' && words.includes(each))
    .toSorted((one, other) => other.length - one.length)
  return line === undefined ? [] : recommended(productsOf({ line, title }, byLine))
}

/** The product in a title such as `Jump Ropes for Low Ceilings`, if its products do not name one. */
const nounIn = (title: string) => /^(.+?)s\b/.exec(title.toLowerCase())?.[1] ?? ''

/** Content of a post that is older than the desk's own articles. */
function pageOf(
  post: PostValues,
  { byLine, trust }: { byLine: ReadonlyMap<string, SampleGood[]>; trust: string },
) {
  const products = productsIn(post, byLine)
  const asins = new Set(products.map(({ asin }) => asin))
  const goods = [...byLine.values()].flat().filter(({ asin }) => asins.has(asin))
  const items = products.map(({ asin, name, award }) => ({ asin, name, award, blurb: '' }))
  const told = { title: post.title, publishedDate: null, items, isOurs: true, intro: null }
  const about = [
    ...goods.map(({ asin, categories }) => ({ asin, categories })),
    { asin: '', categories: [nounIn(post.title)] },
  ]
  const { opening, sections, questions, ...article } = storyArticle(told, post.postId, about)
  const [introText = '', ...introCopy] = opening
  return {
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

/** Author of a post: one of the sample's users. */
const writerOf = ({ title }: PostValues) => createRandom(`writer ${title}`).pick(SAMPLE_PEOPLE)

/** The pages of the posts that the sites had already, so that they can be read like those of articles. */
export async function insertPages(tx: Db, laid: Laid): Promise<void> {
  const byLine = goodsByLine()
  const trustOf = new Map(SAMPLE_SITES.map(({ code, trust }) => [laid.siteIds.get(code), trust]))
  const posts = [...sampleTracked(laid).map(({ values }) => values), ...searchedPosts(laid)]
  const rows = posts.map((post) => {
    const { introText, content } = pageOf(post, { byLine, trust: trustOf.get(post.siteId) ?? '' })
    const writer = writerOf(post)
    const [publishedAt, modifiedAt] = [post.published, post.modified].map((day) => new Date(day ?? laid.now))
    return {
      ...{ id: Number(post.postId), siteId: post.siteId, status: 'publish' as const },
      ...{ title: post.title, slug: slugOf(post.title), content, excerpt: introText },
      ...{ authorName: fullNameOf(writer), authorDescription: writer.about },
      focusKeyword: post.focusKeyword === '' ? null : post.focusKeyword,
      createdAt: publishedAt ?? laid.now,
      modifiedAt: modifiedAt ?? laid.now,
      publishedAt: publishedAt ?? laid.now,
    }
  })
  await tx.insert(sitePosts).overridingSystemValue().values(rows)
}
