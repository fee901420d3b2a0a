import { type Db, transaction } from '../../db/connect.ts'
import { IntegrationError } from '../integration-error.ts'
import { readContent } from './block-markup.ts'
import { mergeContent } from './block-merge.ts'
import { isSameButOffers, isSameWholeButOffers, plannedOffers } from './offer-refresh.ts'
import {
  isSameMarkup,
  isSameWhole,
  type LiveChange,
  type PostContent,
  type PostMarkup,
  type PostStanding,
  type PreservedPostField,
  PUBLISHED_PER_PAGE,
  type PublishedPost,
  type PublishingSite,
  type RewriteSteps,
  type SitePost,
  slugOfAddress,
  type WholePost,
} from './port.ts'
import { readMentions } from './post-mentions.ts'
import * as store from './post-store.ts'
import { plannedExchange } from './product-exchange.ts'
import { textDigest } from './text-digest.ts'
import { textsOf, writeContent } from './write-content.ts'

export interface BuiltInPostsDeps {
  db: Db
  clock: () => Date
  /** The site's id by its code in lower case. */
  findSiteId: (code: string) => Promise<number | undefined>
  /**
   * Whether we track a post of this site that was not written here. Such a post is in an external system, and
   * only our record of it can be written.
   */
  isFollowed?: (siteId: number, postId: number) => Promise<boolean>
}

const SYSTEM = 'The built-in publishing site'

function refusal(
  kind: 'not_found' | 'invalid' | 'conflict',
  operation: string,
  message: string,
): IntegrationError {
  return new IntegrationError(message, { system: SYSTEM, kind, operation })
}

/** Path of a built-in post's page in our own web app. */
export const builtInPostAddress = (code: string, id: number) => `/posts/${code}/${id}`

function readPost(code: string, post: store.StoredPost): SitePost {
  const { structured, ...texts } = readContent(post.content)
  return {
    ...texts,
    id: post.id,
    status: post.status,
    url: builtInPostAddress(code, post.id),
    title: post.title,
    heroImageUrl: post.heroImageUrl ?? structured.heroImageUrl,
    authorName: post.authorName ?? structured.authorName,
    authorDescription: post.authorDescription ?? structured.authorDescription,
    datePublished: post.publishedAt,
    fields: {
      excerpt: post.excerpt,
      picture: post.heroImageUrl ?? '',
      author: post.authorName ?? '',
      keyword: post.focusKeyword ?? '',
    },
  }
}

const readPublished = (code: string, post: store.StoredPost): PublishedPost => ({
  id: post.id,
  url: builtInPostAddress(code, post.id),
  title: post.title,
  publishedAt: post.publishedAt,
  modifiedAt: post.modifiedAt,
  focusKeyword: post.focusKeyword ?? '',
  pictureUrl: post.heroImageUrl,
  textDigest: textDigest(post.content),
  ...readMentions({ raw: post.content, rendered: post.content }),
})

function standingOf(code: string, id: number, status: store.StoredPost['status'] | undefined): PostStanding {
  if (status === undefined) return { id, state: 'gone', url: null }
  return status === 'publish'
    ? { id, state: 'live', url: builtInPostAddress(code, id) }
    : { id, state: 'draft', url: null }
}

async function updatePost(
  { db, clock }: BuiltInPostsDeps,
  siteId: number,
  { id, change, kept }: { id: number; change: Partial<PostContent>; kept: readonly PreservedPostField[] },
): Promise<void> {
  const isKept = (field: PreservedPostField) => kept.includes(field)
  await transaction(db, async (tx) => {
    const post = await store.lockPost(tx, siteId, id)
    if (!post) throw refusal('not_found', 'update post', `There is no post ${id}`)
    const { title, intro, heroImageUrl, focusKeyword, authorName } = change
    await store.updatePost(tx, id, {
      content: mergeContent(post.content, change),
      modifiedAt: clock(),
      ...(title === undefined || isKept('title') ? {} : { title }),
      ...(intro === undefined || isKept('excerpt') ? {} : { excerpt: intro }),
      ...(heroImageUrl === undefined || isKept('picture') ? {} : { heroImageUrl }),
      ...(focusKeyword === undefined || isKept('keyword') ? {} : { focusKeyword }),
      ...(authorName === undefined || isKept('author') ? {} : { authorName }),
    })
  })
}

async function rewritePost(
  { db, clock }: BuiltInPostsDeps,
  siteId: number,
  { id, content, steps }: { id: number; content: PostContent; steps: RewriteSteps | undefined },
): Promise<WholePost> {
  const { title, intro, heroImageUrl, focusKeyword, authorName } = content
  const text = writeContent(textsOf(content))
  const found = await store.findPost(db, siteId, id)
  if (!found) throw refusal('not_found', 'rewrite post', `There is no post ${id}`)
  if (found.content !== text) await steps?.keep(wholeOf(found))
  return transaction(db, async (tx) => {
    const post = await store.lockPost(tx, siteId, id)
    if (!post) throw refusal('not_found', 'rewrite post', `There is no post ${id}`)
    const values = {
      ...{ title, excerpt: intro, content: text, focusKeyword, authorName },
      ...(heroImageUrl === null ? {} : { heroImageUrl }),
    }
    await store.updatePost(tx, id, { ...values, modifiedAt: clock() })
    return wholeOf({ ...post, ...values })
  })
}

const wholeOf = (post: store.StoredPost): WholePost => ({
  title: post.title,
  content: post.content,
  excerpt: post.excerpt,
  picture: post.heroImageUrl,
  focusKeyword: post.focusKeyword,
  authorName: post.authorName,
  products: null,
  structured: null,
})

async function writeWhole(
  { db, clock }: Pick<BuiltInPostsDeps, 'db' | 'clock'>,
  siteId: number,
  { id, from, to }: { id: number; from: WholePost; to: WholePost },
): Promise<void> {
  await transaction(db, async (tx) => {
    const post = await store.lockPost(tx, siteId, id)
    if (post?.status !== 'publish')
      throw refusal('conflict', 'put a post back', `Post ${id} is no longer live`)
    const now = wholeOf(post)
    if (isSameWhole(now, to)) return
    if (!isSameWholeButOffers(now, from))
      throw refusal('conflict', 'put a post back', `Post ${id} has changed`)
    const { title, content, excerpt, picture, focusKeyword, authorName } = to
    const heroImageUrl = typeof picture === 'string' ? picture : null
    const said = { title, content, excerpt, heroImageUrl, focusKeyword, authorName }
    await store.updatePost(tx, id, { ...said, modifiedAt: clock() })
  })
}

const markupOf = ({ content }: store.StoredPost): PostMarkup => ({
  content,
  products: null,
  structured: null,
})

async function writeMarkup(
  { db, clock }: Pick<BuiltInPostsDeps, 'db' | 'clock'>,
  siteId: number,
  { id, from, to, isBegun, begin, withdraw }: { id: number } & LiveChange,
): Promise<'written' | 'there'> {
  // No answer can be lost here, but the caller may have left before the write.
  await begin()
  const write = transaction(db, async (tx) => {
    const post = await store.lockPost(tx, siteId, id)
    if (post?.status !== 'publish')
      throw refusal('conflict', 'exchange product', `Post ${id} is no longer live`)
    const now = markupOf(post)
    if (isSameMarkup(now, to)) return 'there'
    if (!isSameMarkup(now, from)) throw refusal('conflict', 'exchange product', `Post ${id} has changed`)
    // Readers see a new price, which does not make it a changed post.
    const moment = isSameButOffers(now, to) ? {} : { modifiedAt: clock() }
    await store.updatePost(tx, id, { content: to.content, ...moment })
    return 'written'
  })
  const found = await write.catch(async (error) => {
    await withdraw()
    throw error
  })
  // Another run has written it.
  if (found === 'there' && !isBegun) await withdraw()
  return found
}

/** Reading live posts. */
const publishedPosts = (
  { db, clock }: Pick<BuiltInPostsDeps, 'db' | 'clock'>,
  code: string,
  siteId: (operation: string) => Promise<number>,
): Pick<
  PublishingSite,
  'listPublished' | 'readPublished' | 'planExchange' | 'planOffers' | 'writeMarkup'
> => ({
  writeMarkup: async (id, change) =>
    writeMarkup({ db, clock }, await siteId('exchange product'), { id, ...change }),
  async planExchange(ids, exchange) {
    if (ids.length === 0) return []
    const posts = await store.findPublished(db, await siteId('read posts'), ids)
    return posts.map((post) => {
      const { content: rendered, title, excerpt } = post
      return plannedExchange(post.id, markupOf(post), exchange, { rendered, texts: [title, excerpt] })
    })
  },
  async planOffers(ids, offers) {
    if (ids.length === 0) return []
    const posts = await store.findPublished(db, await siteId('read posts'), ids)
    return plannedOffers(
      posts.map((post) => ({ id: post.id, markup: markupOf(post) })),
      offers,
    )
  },
  listPublished: async ({ page, modifiedAfter }) =>
    store.listPublished(db, await siteId('list posts'), {
      modifiedAfter: modifiedAfter ?? null,
      offset: (page - 1) * PUBLISHED_PER_PAGE,
      most: PUBLISHED_PER_PAGE,
    }),
  async readPublished(ids) {
    if (ids.length === 0) return []
    const posts = await store.findPublished(db, await siteId('read posts'), ids)
    return posts.map((post) => readPublished(code, post))
  },
})

/** Changing, overwriting and restoring whole posts. */
const wholePosts = (
  deps: BuiltInPostsDeps,
  siteId: (operation: string) => Promise<number>,
): Pick<PublishingSite, 'updatePost' | 'rewritePost' | 'readWhole' | 'writeWhole'> => ({
  updatePost: async (id, change, kept = []) =>
    updatePost(deps, await siteId('update post'), { id, change, kept }),
  rewritePost: async (id, content, steps) =>
    rewritePost(deps, await siteId('rewrite post'), { id, content, steps }),
  async readWhole(id) {
    const post = await store.findPost(deps.db, await siteId('read post'), id)
    return post?.status === 'publish' ? wholeOf(post) : null
  },
  writeWhole: async (id, change) => writeWhole(deps, await siteId('put a post back'), { id, ...change }),
})

/** Posts in our own database: a small publishing system with drafts, pages and a publish button. */
export function createBuiltInPosts(deps: BuiltInPostsDeps, code: string): PublishingSite {
  const { db, clock, findSiteId } = deps
  async function siteId(operation: string): Promise<number> {
    const id = await findSiteId(code)
    if (id === undefined) throw refusal('not_found', operation, `There is no site ${code}`)
    return id
  }

  return {
    async getPost(id) {
      const post = await store.findPost(db, await siteId('read post'), id)
      return post ? readPost(code, post) : null
    },
    async createDraft({ key, keep, ...content }) {
      const now = clock()
      const postId = await store.insertPostOnce(db, {
        siteId: await siteId('create draft'),
        key,
        slug: key,
        status: 'draft',
        title: content.title,
        content: writeContent(textsOf(content)),
        excerpt: content.intro,
        heroImageUrl: content.heroImageUrl,
        focusKeyword: content.focusKeyword,
        authorName: content.authorName,
        createdAt: now,
        modifiedAt: now,
      })
      const kept = (await keep?.(postId)) ?? postId
      return { postId: kept, editUrl: builtInPostAddress(code, kept) }
    },
    async writeKeyword(id, keyword) {
      const site = await siteId('write keyword')
      if (await store.writeKeyword(db, { siteId: site, id, keyword: keyword || null, now: clock() })) return
      if (await deps.isFollowed?.(site, id)) return
      throw refusal('not_found', 'write keyword', `There is no post ${id}`)
    },
    async publishPost(id) {
      if (!(await store.publishPost(db, { siteId: await siteId('publish post'), id, now: clock() })))
        throw refusal('not_found', 'publish post', `There is no post ${id}`)
    },
    async listStandings(ids) {
      if (ids.length === 0) return []
      const statuses = await store.listStatuses(db, await siteId('list posts'), ids)
      return ids.map((id) => standingOf(code, id, statuses.get(id)))
    },
    ...wholePosts(deps, siteId),
    ...publishedPosts(deps, code, siteId),
    async findPostByUrl(url) {
      const slug = slugOfAddress(url)
      if (slug === null) return null
      const site = await siteId('find post')
      const numbered = /^\d{1,9}$/.test(slug) ? await store.findPost(db, site, Number(slug)) : undefined
      return (numbered ?? (await store.findPostBySlug(db, site, slug)))?.id ?? null
    },
    editUrl: (id) => builtInPostAddress(code, id),
    check: async () => ({ adapter: 'built-in', ok: true, detail: 'Posts are kept in our own database.' }),
    readPostStyle: async () => null,
  }
}
