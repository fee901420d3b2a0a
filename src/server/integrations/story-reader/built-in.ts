import type { CatalogItem, ProductCatalog } from '../product-catalog/port.ts'
import type { PublishingSites, SitePost } from '../publishing-site/port.ts'
import { storyIdOf } from './address.ts'
import { articlePage } from './article-page.ts'
import { parsePage } from './parse-page.ts'
import { type Story, StoryError, type ToldStory } from './port.ts'
import { postArticle } from './post-article.ts'
import { storyArticle } from './story-prose.ts'
import { unavailable } from './web.ts'

/** Placeholder for this server while one of its own pages is read. */
const OWN_ORIGIN = 'https://own.invalid'

export interface BuiltInDeps {
  /** Finds the latest story for the id in a story's address. */
  findStory: (id: string) => Promise<ToldStory | undefined>
  /** The built-in catalogue, for the prices on these pages. */
  goods: Pick<ProductCatalog, 'getItems'>
  publishing: PublishingSites
}

/** Turns addresses of our own pages and pictures into paths, whatever the server's name is. */
function withOwnPaths(story: Story): Story {
  const own = (address: string | null) =>
    address?.startsWith(`${OWN_ORIGIN}/`) ? address.slice(OWN_ORIGIN.length) : address
  return {
    ...story,
    url: own(story.url) ?? story.url,
    image: own(story.image),
    writerIcon: own(story.writerIcon),
    products: story.products.map((product) => ({ ...product, image: own(product.image) })),
  }
}

async function readOwnPage(html: string, path: string): Promise<Story> {
  const story = await parsePage(Buffer.from(html), new URL(path, OWN_ORIGIN).href)
  if (story === null) throw unavailable()
  return withOwnPaths(story)
}

/** HTML of a built-in story; null for any other address. */
export async function storyPage({ findStory, goods }: BuiltInDeps, path: string): Promise<string | null> {
  const id = storyIdOf(path)
  const story = id === null ? undefined : await findStory(id)
  if (id === null || !story) return null
  const { items } = await goods.getItems(story.items.map(({ asin }) => asin))
  return articlePage(storyArticle(story, id, items))
}

/** The story at one of our own addresses, parsed like any other page; null if there is none. */
export async function readBuiltInStory(deps: BuiltInDeps, path: string): Promise<Story | null> {
  const html = await storyPage(deps, path)
  return html === null ? null : readOwnPage(html, path)
}

/** A published post of a built-in site. Drafts are only for users who may preview them. */
export async function readBuiltInPost(
  { publishing, goods }: Pick<BuiltInDeps, 'publishing' | 'goods'>,
  { code, id }: { code: string; id: number },
): Promise<Story> {
  const post = await publishing(code).getPost(id)
  if (post?.status !== 'publish') throw new StoryError('missing')
  // Prices are read when the page is requested, as a theme does it.
  const { items } = await goods.getItems(post.products.map(({ asin }) => asin))
  return readPost(post, items)
}

/** One of our posts, parsed like any other page. */
export const readPost = (post: SitePost, goods: readonly CatalogItem[] = []): Promise<Story> =>
  readOwnPage(articlePage(postArticle(post, goods)), post.url)
