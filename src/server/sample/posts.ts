import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { articleMirrors } from '#server/db/schema/article-work.ts'
import { articles } from '#server/db/schema/articles.ts'
import { sitePosts } from '#server/db/schema/posts.ts'
import { writeContent } from '#server/integrations/publishing-site/block-markup.ts'
import type { SampleArticle } from './articles.ts'
import type { Laid, Placed } from './fill-parts.ts'
import { type PersonKey, personOf } from './people.ts'
import { FAMILY_POSTS } from './posts/family.ts'
import { HOME_POSTS } from './posts/home.ts'
import { KITCHEN_POSTS } from './posts/kitchen.ts'
import { OUTDOOR_POSTS } from './posts/outdoors.ts'
import type { PostStory } from './posts/post-story.ts'
import { WORKSHOP_POSTS } from './posts/workshop.ts'
import { found } from './rows.ts'
import type { SampleSiteCode } from './sites.ts'

const STORIES: ReadonlyMap<string, PostStory> = new Map(
  [...OUTDOOR_POSTS, ...KITCHEN_POSTS, ...HOME_POSTS, ...FAMILY_POSTS, ...WORKSHOP_POSTS].map((story) => [
    story.title,
    story,
  ]),
)

/** What stands under the name of whoever wrote the article. */
const AUTHORS: Partial<Record<PersonKey, string>> = {
  ines: 'Edits the buying guides and has moved house four times with the same pot',
  tomas: 'Tests tools and lamps, eleven years in a restaurant kitchen before that',
  sofia: 'Walks long distances with dogs and writes down what breaks',
  marcus: 'Measures kitchens, packs and feeders; owns three scales',
  lucia: 'Writes about light, desks and other things one looks at all day',
  amara: 'Cooks, steams and photographs everything twice',
  dana: 'Reviews claims for a living and purifiers for fun',
  wen: 'Sleeps on, under and beside whatever needs testing',
  ruth: 'Ran our sleep lab until this summer',
  jonas: 'Cooks outdoors in any weather and repairs what he cooks on',
  mei: 'Builds towers, professionally and otherwise',
}

const TRUST: Readonly<Record<SampleSiteCode, string>> = {
  bm: 'Bench & Mortar buys every tool it tests and gives them to people who have never used one. No maker sees a review before you do.',
  hs: 'Hearthside tests at home, for weeks rather than hours. We buy what we test, and give it away to a local shelter afterwards.',
  pt: 'Pet Tally works with a veterinarian and with dogs and cats who may leave whenever they like. Nobody pays to be listed.',
  nf: 'Northfield travels with what it recommends. We pay for our tickets and for our suitcases, and keep a list of everything that broke.',
  ok: 'Open Kitchen cooks the same recipe with every product before anybody tastes it blind. We accept no samples and no advertisements from makers.',
  ta: 'Trail Almanac tests outside, in the weather there is. Products are bought in shops, used for a season and judged by at least three people.',
  tj: 'Tiny Journeys tests with families, nurseries and a paediatric nurse. What we would not give to our own children does not appear here.',
  tm: 'Tidy Mode measures before it writes: weight, noise, leaks and minutes. Our numbers can be asked for, and so can our doubts.',
  dt: 'Daily Tested uses everything for at least a week before it says a word. We buy what we test and tell you when we were wrong.',
}

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
  const story = STORIES.get(article.title)
  const approved = article.events.find(({ action }) => action === 'approved')
  if (!story || !approved) return null
  const published = article.events.find(({ action }) => action === 'published')
  const { firstName, lastName } = personOf(article.by)
  return {
    title: article.title,
    content: writeContent({
      introText: article.intro ?? '',
      introCopy: story.copy,
      products: article.products.map(({ asin, name, award, summary }, index) => {
        const [headline, description] = story.products[index] ?? ['', '']
        return { asin, name, award, summary: summary ?? '', headline, description }
      }),
      outroCopy: story.outro,
      questions: article.faqs.map((headline, index) => ({
        headline,
        acceptedAnswer: story.answers[index] ?? '',
      })),
      trustStatement: TRUST[article.site],
    }),
    excerpt: article.intro ?? '',
    authorName: `${firstName} ${lastName}`,
    authorDescription: AUTHORS[article.by] ?? null,
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
