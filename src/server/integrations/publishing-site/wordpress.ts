import type { PublishingAccounts } from '../../vendor-settings.ts'
import type { StoredImage } from '../image-store/port.ts'
import { IntegrationError } from '../integration-error.ts'
import { createVendorClient, type VendorClient } from '../vendor-client/vendor-client.ts'
import { mergeContent, readContent, textsOf, writeContent } from './block-markup.ts'
import { escapeText, plainText } from './plain-text.ts'
import { type PostContent, type PublishingSite, type SitePost, slugOfAddress } from './port.ts'
import {
  CreatedPost,
  CurrentUser,
  DeletedPost,
  EditablePost,
  LinkList,
  MediaList,
  PostList,
  WordPressPost,
  wordPressCode,
} from './wordpress-schemas.ts'

/** The hero image at an address of our own store; null where it is not ours or not there any more. */
export type LoadImage = (address: string) => Promise<StoredImage | null>

export interface WordPressParts {
  account: PublishingAccounts[string]
  loadImage: LoadImage
  fetch?: typeof fetch
  timeoutMs?: number
  /** Milliseconds; by it the client knows how long to leave a site alone that is down. */
  clock?: () => number
}

const SYSTEM = 'WordPress'
/** Hosts cut off who asks too much at once. */
const AT_ONCE = 2
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

function readPost(post: WordPressPost, editUrl: (id: number) => string): SitePost {
  const { structured, ...texts } = readContent(post.content.raw)
  const isLive = post.status === 'publish'
  const author = post._embedded?.author?.[0]
  const hero = post._embedded?.['wp:featuredmedia']?.[0]?.source_url
  const orNull = (text: string | undefined) => plainText(text ?? '') || null
  return {
    ...texts,
    id: post.id,
    status: isLive ? 'publish' : 'draft',
    url: isLive ? post.link : editUrl(post.id),
    title: plainText(post.title.raw),
    heroImageUrl: hero ?? structured.heroImageUrl,
    authorName: orNull(post.meta?.aop_author_name) ?? structured.authorName ?? orNull(author?.name),
    authorDescription:
      orNull(post.meta?.aop_author_description) ??
      structured.authorDescription ??
      orNull(author?.description),
    datePublished: isLive && post.date_gmt ? new Date(`${post.date_gmt}Z`) : null,
  }
}

/** The site's media library, as far as hero images go. */
function createMediaLibrary(client: VendorClient, loadImage: LoadImage) {
  async function upload({ bytes, type }: StoredImage, name: string): Promise<number> {
    const media = await client
      .send({
        operation: 'upload image',
        method: 'POST',
        path: '/media',
        bytes: { body: new Uint8Array(bytes), type },
        headers: { 'content-disposition': `attachment; filename="${name}"` },
        answer: CreatedPost,
      })
      .catch((error) => {
        // WordPress calls a file that it does not take a failure of its own.
        if (error instanceof IntegrationError && error.vendorCode === 'rest_upload_sideload_error') {
          const { system, operation, vendorCode } = error
          throw new IntegrationError(error.message, { system, operation, kind: 'invalid', vendorCode })
        }
        throw error
      })
    return media.id
  }

  return {
    /** The site's copy of one of our images, made once: our names end in a digest of what they show. */
    async takeOver(address: string): Promise<number | null> {
      const name = address.slice(address.lastIndexOf('/') + 1)
      const slug = name.replace(/\.[a-z]+$/, '')
      if (!/^[a-z0-9-]+\.(jpg|png)$/.test(name)) return null
      const [known] = await client.send({
        operation: 'find image',
        method: 'GET',
        path: '/media',
        query: { slug, status: 'inherit', context: 'edit', _fields: 'id' },
        answer: MediaList,
      })
      if (known) return known.id
      const image = await loadImage(address)
      return image ? upload(image, name) : null
    },
  }
}

/** The posts of one WordPress site, through its REST API and an application password. */
export function createWordPress({ account, loadImage, ...given }: WordPressParts): PublishingSite {
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
  const media = createMediaLibrary(client, loadImage)
  const editUrl = (id: number) => `${baseUrl}/wp-admin/post.php?post=${id}&action=edit`

  /** Posts with this slug that have not been thrown away, the oldest first. */
  const listBySlug = (slug: string) =>
    client
      .send({
        operation: 'find post',
        method: 'GET',
        path: '/posts',
        query: { slug, status: 'any', context: 'edit', orderby: 'id', order: 'asc', _fields: 'id' },
        answer: PostList,
      })
      .catch((error) => {
        // To visitors, which is what a wrong password makes of us, no status but `publish` is a valid one.
        if (error instanceof IntegrationError && error.vendorCode === 'rest_invalid_param') {
          const { system, operation, vendorCode } = error
          throw new IntegrationError(error.message, { system, operation, kind: 'unauthorized', vendorCode })
        }
        throw error
      })

  async function heroFields(address: string | null | undefined) {
    if (address === undefined) return {}
    if (address === null) return { featured_media: 0 }
    const id = await media.takeOver(address)
    return id === null ? {} : { featured_media: id }
  }

  /** Drafts may share a slug: of two that were made at once, the older stays. */
  async function keepOldest(slug: string, created: number): Promise<number> {
    const [oldest] = await listBySlug(slug)
    if (oldest === undefined || oldest.id >= created) return created
    await client.send({
      operation: 'remove doubled draft',
      method: 'DELETE',
      path: `/posts/${created}`,
      query: { force: 'true' },
      answer: DeletedPost,
    })
    return oldest.id
  }

  return {
    async getPost(id) {
      const post = await client
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
      return post === null || post.status === 'trash' ? null : readPost(post, editUrl)
    },
    async createDraft({ key, ...content }) {
      const [known] = await listBySlug(key)
      if (known) return { postId: known.id, editUrl: editUrl(known.id) }
      const { meta, ...fields } = fieldsOf(content)
      const created = await client.send({
        operation: 'create draft',
        method: 'POST',
        path: '/posts',
        json: {
          status: 'draft',
          slug: key,
          content: writeContent(textsOf(content)),
          ...fields,
          meta: { ...meta, aop_article_id: key },
          ...(await heroFields(content.heroImageUrl)),
        },
        answer: CreatedPost,
      })
      const postId = await keepOldest(key, created.id)
      return { postId, editUrl: editUrl(postId) }
    },
    async updatePost(id, change) {
      const post = await client.send({
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
      await client.send({
        operation: 'update post',
        method: 'POST',
        path: `/posts/${id}`,
        json: {
          ...fieldsOf(change),
          ...(content === post.content.raw ? {} : { content }),
          ...(await heroFields(change.heroImageUrl)),
        },
        answer: CreatedPost,
        // The same values once more change nothing.
        isRepeatable: true,
      })
    },
    async listPublished(ids) {
      const live: number[] = []
      for (let from = 0; from < ids.length; from += 100) {
        const list = await client.send({
          operation: 'list published posts',
          method: 'GET',
          path: '/posts',
          query: {
            include: ids.slice(from, from + 100).join(','),
            status: 'publish',
            context: 'edit',
            per_page: 100,
            _fields: 'id',
          },
          answer: PostList,
        })
        live.push(...list.map(({ id }) => id))
      }
      return live
    },
    async findPostByUrl(url) {
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
    },
    /** A wrong password is answered like a visitor wherever visitors may look; only this call tells. */
    async check() {
      const person = await client.send({
        operation: 'check credentials',
        method: 'GET',
        path: '/users/me',
        query: { context: 'edit', _fields: 'name,capabilities' },
        answer: CurrentUser,
      })
      const mayWrite = Boolean(person.capabilities?.edit_posts) && Boolean(person.capabilities?.upload_files)
      return {
        adapter: SYSTEM,
        ok: mayWrite,
        detail: mayWrite
          ? `Connected to ${baseUrl} as ${plainText(person.name)}.`
          : `${plainText(person.name)} may not write posts and upload images at ${baseUrl}.`,
      }
    },
  }
}
