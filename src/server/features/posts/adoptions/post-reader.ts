import { countedIn } from '#shared/format/count.ts'
import type {
  PublishedPost,
  PublishingSite,
  UnreadablePost,
} from '../../../integrations/publishing-site/port.ts'
import type { AdoptedAs, PostOfAdoption } from '../content-tracker/service.ts'
import type { ReadPost } from './store.ts'

/** What a site has said of posts that it was asked about. */
export interface PostsAnswer {
  posts: (PostOfAdoption & Pick<PublishedPost, 'shortLinks'>)[]
  /** Readers see them no more. */
  gone: number[]
  refused: UnreadablePost[]
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null

const valuesOf = (post: PublishedPost): PostsAnswer['posts'][number] => ({
  id: post.id,
  title: post.title,
  published: iso(post.publishedAt),
  modified: iso(post.modifiedAt),
  textDigest: post.textDigest,
  address: post.url,
  focusKeyword: post.focusKeyword,
  picture: post.pictureUrl ?? '',
  products: post.products.map((product) => ({ ...product, image: null })),
  shortLinks: post.shortLinks,
})

/** Asks a site for posts; what it does not show of them is asked about by name. Throws `IntegrationError`. */
export async function readPosts(site: PublishingSite, ids: readonly number[]): Promise<PostsAnswer> {
  const read = await site.readPublished(ids)
  const answered = new Set(read.map(({ id }) => id))
  const standings = await site.listStandings(ids.filter((id) => !answered.has(id)))
  const hidden = standings.filter(({ state }) => state === 'live')
  return {
    posts: read.filter((post) => 'title' in post).map(valuesOf),
    gone: standings.filter(({ state }) => state !== 'live').map(({ id }) => id),
    refused: [
      ...read.filter((post) => 'fault' in post),
      ...hidden.map(({ id }) => ({ id, fault: 'The site lists this post but didn’t return it.' })),
    ],
  }
}

const blank = { title: '', url: '', focusKeyword: '', asins: [], note: '' }

function noteOf(shortLinks: number): string {
  if (shortLinks === 0) return ''
  return `${countedIn(shortLinks, 'short link')} to the marketplace with an unknown product.`
}

/** What became of posts, for the report; `left` are those that were followed until now. */
export function outcomesOf(
  { posts, gone, refused }: PostsAnswer,
  { as, left }: { as: AdoptedAs; left: readonly { postId: number; title: string; url: string | null }[] },
): ReadPost[] {
  const followed = new Map(left.map((post) => [post.postId, post]))
  return [
    ...posts.map(({ id, title, address, focusKeyword, products, shortLinks }) => ({
      postId: id,
      outcome: as.get(id) ?? 'known',
      title,
      url: address ?? '',
      focusKeyword: focusKeyword ?? '',
      asins: products?.map(({ asin }) => asin) ?? [],
      note: noteOf(shortLinks),
    })),
    ...gone.map((postId) => {
      const { title = '', url = null } = followed.get(postId) ?? {}
      return { ...blank, postId, title, url: url ?? '', outcome: 'gone' as const }
    }),
    ...refused.map(({ id, fault }) => ({ ...blank, postId: id, outcome: 'refused' as const, note: fault })),
  ]
}
