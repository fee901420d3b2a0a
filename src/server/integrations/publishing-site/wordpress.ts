import type { Installation } from '../../db/installation.ts'
import type { AdapterHealth } from '../health.ts'
import { IntegrationError } from '../integration-error.ts'
import type { PauseStore } from '../vendor-client/account-gate.ts'
import { createVendorClient, type VendorClient } from '../vendor-client/vendor-client.ts'
import { mergeContent, readContent, textsOf, writeContent } from './block-markup.ts'
import { escapeText, plainText } from './plain-text.ts'
import { type PostContent, type PostKey, type PublishingSite, type SitePost, slugOfAddress } from './port.ts'
import { type LoadImage, takeOverImage } from './wordpress-media.ts'
import {
  CreatedPost,
  CurrentUser,
  DeletedPost,
  EditablePost,
  KeyedPostList,
  LinkList,
  PostList,
  WordPressPost,
  wordPressCode,
} from './wordpress-schemas.ts'
import type { WordPressAccount } from './wordpress-settings.ts'

export interface WordPressParts {
  account: WordPressAccount
  loadImage: LoadImage
  /** Which of the workspaces that may use this site we are. */
  installation: () => Promise<Installation>
  fetch?: typeof fetch
  pauses?: PauseStore
  timeoutMs?: number
  /** Milliseconds; by it the client knows how long to leave a site alone that is down. */
  clock?: () => number
}

const SYSTEM = 'WordPress'
/** Hosts cut off who asks too much at once. */
const AT_ONCE = 2
const MOST_PER_PAGE = 100
const READ_FIELDS =
  'id,status,link,slug,title,content,excerpt,date_gmt,modified_gmt,meta,featured_media,author,_links,_embedded'

const isUnknownPost = (error: unknown) =>
  error instanceof IntegrationError && error.vendorCode === 'rest_post_invalid_id'

/** The fields of a post as its editors find them. Whatever readers see is escaped: the site runs what stands there. */
function fieldsOf({ title, intro, focusKeyword, authorName, products }: Partial<PostContent>) {
  return {
    ...(title === undefined ? {} : { title: escapeText(title) }),
    ...(intro === undefined ? {} : { excerpt: escapeText(intro) }),
    meta: {
      ...(focusKeyword === undefined ? {} : { aop_focus_keyword: focusKeyword }),
      ...(authorName === undefined ? {} : { aop_author_name: authorName }),
      ...(products === undefined
        ? {}
        : { aop_products: JSON.stringify(products.map(({ asin, award }) => ({ asin, award }))) }),
    },
  }
}

function readPost(post: WordPressPost, editAddress: string): SitePost {
  const { structured, ...texts } = readContent(post.content.raw)
  const isLive = post.status === 'publish'
  const author = post._embedded?.author?.[0]
  const hero = post._embedded?.['wp:featuredmedia']?.[0]?.source_url
  const orNull = (text: string | undefined) => plainText(text ?? '') || null
  return {
    ...texts,
    id: post.id,
    status: isLive ? 'publish' : 'draft',
    url: isLive ? post.link : editAddress,
    title: plainText(post.title.raw),
    heroImageUrl: hero ?? structured.heroImageUrl,
    authorName: orNull(post.meta?.aop_author_name) ?? structured.authorName ?? orNull(author?.name),
    authorDescription:
      orNull(post.meta?.aop_author_description) ??
      structured.authorDescription ??
      orNull(author?.description),
    datePublished: isLive ? post.date_gmt : null,
  }
}

/** One site, as the calls below need it. */
interface WordPressSite {
  client: VendorClient
  baseUrl: string
  loadImage: LoadImage
  installation: WordPressParts['installation']
}

const editUrl = ({ baseUrl }: WordPressSite, id: number) =>
  `${baseUrl}/wp-admin/post.php?post=${id}&action=edit`

/**
 * The oldest post that was made for this key and has not been thrown away. Its slug alone says little: anybody may have
 * written it. A site that does not keep our fields cannot say more, which is enough only for a key that nobody guesses.
 */
async function findByKey({ client }: WordPressSite, key: string, isMarked = true) {
  const posts = await client
    .send({
      operation: 'find post',
      method: 'GET',
      path: '/posts',
      query: { slug: key, status: 'any', context: 'edit', orderby: 'id', order: 'asc', _fields: 'id,meta' },
      answer: KeyedPostList,
    })
    .catch((error) => {
      // To visitors, which is what a wrong password makes of us, no status but `publish` is a valid one.
      if (error instanceof IntegrationError && error.vendorCode === 'rest_invalid_param') {
        const { system, operation, vendorCode } = error
        throw new IntegrationError(error.message, { system, operation, kind: 'unauthorized', vendorCode })
      }
      throw error
    })
  return posts.find(({ meta: { aop_article_id: kept } = {} }) =>
    kept === undefined ? isMarked : kept === key,
  )
}

async function heroFields({ client, loadImage }: WordPressSite, address: string | null | undefined) {
  if (address === undefined) return {}
  if (address === null) return { featured_media: 0 }
  const id = await takeOverImage(client, loadImage, address)
  return id === null ? {} : { featured_media: id }
}

async function getPost(site: WordPressSite, id: number): Promise<SitePost | null> {
  const post = await site.client
    .send({
      operation: 'read post',
      method: 'GET',
      path: `/posts/${id}`,
      query: { context: 'edit', _embed: 'author,wp:featuredmedia', _fields: READ_FIELDS },
      answer: WordPressPost,
    })
    .catch((error) => {
      if (isUnknownPost(error)) return null
      throw error
    })
  return post === null || post.status === 'trash' ? null : readPost(post, editUrl(site, post.id))
}

/** Drafts may share a slug: of two that were made at once, the older stays. */
async function keepOldest(site: WordPressSite, key: string, created: number): Promise<number> {
  const oldest = await findByKey(site, key)
  if (oldest === undefined || oldest.id >= created) return created
  await site.client.send({
    operation: 'remove doubled draft',
    method: 'DELETE',
    path: `/posts/${created}`,
    query: { force: 'true' },
    answer: DeletedPost,
  })
  return oldest.id
}

async function createDraft(
  site: WordPressSite,
  { key: ownKey, keyedSince, proceed, ...content }: PostContent & PostKey,
): Promise<number> {
  const { id, since } = await site.installation()
  const key = `${ownKey}-${id}`
  // Keys carried no mark before there was one.
  const mayBeUnmarked = keyedSince === undefined || keyedSince < since
  const known =
    (await findByKey(site, key)) ?? (mayBeUnmarked ? await findByKey(site, ownKey, false) : undefined)
  if (known) return known.id
  const { meta, ...fields } = fieldsOf(content)
  const hero = await heroFields(site, content.heroImageUrl)
  await proceed?.()
  const created = await site.client.send({
    operation: 'create draft',
    method: 'POST',
    path: '/posts',
    json: {
      status: 'draft',
      slug: key,
      content: writeContent(textsOf(content)),
      ...fields,
      meta: { ...meta, aop_article_id: key },
      ...hero,
    },
    answer: CreatedPost,
  })
  return keepOldest(site, key, created.id)
}

async function updatePost(site: WordPressSite, id: number, change: Partial<PostContent>): Promise<void> {
  const post = await site.client.send({
    operation: 'read post',
    method: 'GET',
    path: `/posts/${id}`,
    query: { context: 'edit', _fields: 'status,content' },
    answer: EditablePost,
  })
  if (post.status === 'trash') {
    throw new IntegrationError(`Post ${id} has been thrown away`, {
      system: SYSTEM,
      operation: 'update post',
      kind: 'not_found',
    })
  }
  const content = mergeContent(post.content.raw, change)
  await site.client.send({
    operation: 'update post',
    method: 'POST',
    path: `/posts/${id}`,
    json: {
      ...fieldsOf(change),
      ...(content === post.content.raw ? {} : { content }),
      ...(await heroFields(site, change.heroImageUrl)),
    },
    answer: CreatedPost,
    // The same values once more change nothing.
    isRepeatable: true,
  })
}

async function listPublished({ client }: WordPressSite, ids: readonly number[]): Promise<number[]> {
  const live: number[] = []
  for (let from = 0; from < ids.length; from += MOST_PER_PAGE) {
    const list = await client.send({
      operation: 'list published posts',
      method: 'GET',
      path: '/posts',
      query: {
        include: ids.slice(from, from + MOST_PER_PAGE).join(','),
        status: 'publish',
        context: 'edit',
        per_page: MOST_PER_PAGE,
        _fields: 'id',
      },
      answer: PostList,
    })
    live.push(...list.map(({ id }) => id))
  }
  return live
}

async function findPostByUrl({ client, baseUrl }: WordPressSite, url: string): Promise<number | null> {
  const numbered = URL.parse(url, baseUrl)?.searchParams.get('p')
  if (numbered && /^\d{1,9}$/.test(numbered)) return Number(numbered)
  const slug = slugOfAddress(url)
  if (slug === null) return null
  const posts = await client.send({
    operation: 'find post',
    method: 'GET',
    path: '/posts',
    query: { slug, context: 'edit', _fields: 'id,link' },
    answer: LinkList,
  })
  const path = URL.parse(url, baseUrl)?.pathname
  return (posts.find(({ link }) => URL.parse(link)?.pathname === path) ?? posts[0])?.id ?? null
}

/** What an account must be allowed, as WordPress calls it: an Author's posts of others would be left out in silence. */
const NEEDED = {
  edit_posts: 'write posts',
  upload_files: 'upload images',
  edit_others_posts: 'see and change the posts of others',
  edit_published_posts: 'change published posts',
}

/** A wrong password is answered like a visitor wherever visitors may look; only this call tells. */
async function check({ client, baseUrl }: WordPressSite): Promise<AdapterHealth> {
  const person = await client.send({
    operation: 'check credentials',
    method: 'GET',
    path: '/users/me',
    query: { context: 'edit', _fields: 'name,capabilities' },
    answer: CurrentUser,
  })
  const name = plainText(person.name)
  const missing = Object.entries(NEEDED)
    .filter(([capability]) => !person.capabilities?.[capability])
    .map(([, words]) => words)
  const ok = missing.length === 0
  const detail = ok
    ? `Connected to ${baseUrl} as ${name}.`
    : `${name} may not ${missing.join(', ')} at ${baseUrl}. Give this account the role Editor there.`
  return { adapter: SYSTEM, ok, detail }
}

/** The posts of one WordPress site, through its REST API and an application password. */
export function createWordPress({
  account,
  loadImage,
  installation,
  ...given
}: WordPressParts): PublishingSite {
  const { baseUrl, user, appPassword } = account
  const credentials = Buffer.from(`${user}:${appPassword}`).toString('base64')
  const client = createVendorClient({
    system: SYSTEM,
    baseUrl: `${baseUrl}/wp-json/wp/v2`,
    headers: () => ({ authorization: `Basic ${credentials}` }),
    atOnce: AT_ONCE,
    vendorCode: wordPressCode,
    ...given,
  })
  const site = { client, baseUrl, loadImage, installation }
  return {
    getPost: (id) => getPost(site, id),
    async createDraft(post) {
      const postId = await createDraft(site, post)
      return { postId, editUrl: editUrl(site, postId) }
    },
    updatePost: (id, change) => updatePost(site, id, change),
    listPublished: (ids) => listPublished(site, ids),
    findPostByUrl: (url) => findPostByUrl(site, url),
    check: () => check(site),
  }
}
