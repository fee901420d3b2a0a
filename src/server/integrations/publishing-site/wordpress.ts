import type { Installation } from '../../db/installation.ts'
import { lineOf, plainText, unescapedLine } from '../../markup/plain-text.ts'
import type { AdapterHealth } from '../health.ts'
import { IntegrationError } from '../integration-error.ts'
import type { AccountStore } from '../vendor-client/account-gate.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import { readContent } from './block-markup.ts'
import { mergeContent } from './block-merge.ts'
import {
  type PostContent,
  type PreservedPostField,
  type PublishingSite,
  type SitePost,
  slugOfAddress,
} from './port.ts'
import { createDraft, isNamedByKey } from './wordpress-drafts.ts'
import { planExchange, planOffers, writeMarkup } from './wordpress-exchange.ts'
import { writeKeyword } from './wordpress-keyword.ts'
import type { LoadImage } from './wordpress-media.ts'
import { listPublished, readPublished } from './wordpress-published.ts'
import {
  CreatedPost,
  CurrentUser,
  EditablePost,
  LinkList,
  PostSchema,
  WordPressPost,
  wordPressCode,
} from './wordpress-schemas.ts'
import type { WordPressAccount } from './wordpress-settings.ts'
import { editUrl, fieldsOf, heroFields, SYSTEM, type WordPressSite } from './wordpress-site.ts'
import { isUnknownPost, listStandings } from './wordpress-states.ts'
import { readPostStyle } from './wordpress-style.ts'
import { readWhole, rewritePost, writeWhole } from './wordpress-whole.ts'

export interface WordPressDeps {
  account: WordPressAccount
  loadImage: LoadImage
  /** Identifies our workspace among those that may use this site. */
  installation: () => Promise<Installation>
  fetch?: typeof fetch
  accountStore?: AccountStore
  timeoutMs?: number
  /** Milliseconds; used by the circuit breaker and for pauses. */
  clock?: () => number
}

/** Hosts block clients with too many concurrent requests. */
const AT_ONCE = 2
/** Time limit for slow requests: rendering twenty posts with all plugins. */
const READING_MS = 30_000
/** Bulk reading is retried by its job, so there is no need for long waits. */
const READING_WAIT_MS = 2000
const READ_FIELDS =
  'id,status,link,slug,title,content,excerpt,date_gmt,modified_gmt,meta,featured_media,author,_links,_embedded'

/** The fields that an article writes; a site without our fields returns none of them. */
function readFields({ excerpt, meta = {}, featured_media, _embedded }: WordPressPost): SitePost['fields'] {
  const { aop_author_name: author, aop_focus_keyword: keyword } = meta
  const picture = featured_media === 0 ? '' : _embedded?.['wp:featuredmedia']?.[0]?.source_url
  return {
    ...(excerpt === undefined ? {} : { excerpt: plainText(excerpt.raw) }),
    ...(picture === undefined ? {} : { picture }),
    ...(author === undefined ? {} : { author: unescapedLine(author) }),
    ...(keyword === undefined ? {} : { keyword: unescapedLine(keyword) }),
  }
}

function readPost(post: WordPressPost, editAddress: string): SitePost {
  const { structured, ...texts } = readContent(post.content.raw)
  const isLive = post.status === 'publish'
  const author = post._embedded?.author?.[0]
  const hero = post._embedded?.['wp:featuredmedia']?.[0]?.source_url
  const nameOf = (text: string | undefined) => lineOf(text ?? '') || null
  const textOf = (text: string | undefined) => plainText(text ?? '') || null
  return {
    ...texts,
    id: post.id,
    status: isLive ? 'publish' : 'draft',
    url: isLive ? post.link : editAddress,
    title: lineOf(post.title.raw),
    heroImageUrl: hero ?? structured.heroImageUrl,
    authorName: nameOf(post.meta?.aop_author_name) ?? structured.authorName ?? nameOf(author?.name),
    authorDescription:
      textOf(post.meta?.aop_author_description) ??
      structured.authorDescription ??
      textOf(author?.description),
    datePublished: isLive ? post.date_gmt : null,
    fields: readFields(post),
  }
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

async function updatePost(
  site: WordPressSite,
  id: number,
  { change, kept }: { change: Partial<PostContent>; kept: readonly PreservedPostField[] },
): Promise<void> {
  // The upload takes seconds, in which an editor may save: the post is read afterwards.
  const hero = await heroFields(site, kept.includes('picture') ? undefined : change.heroImageUrl)
  const post = await site.client.send({
    operation: 'read post',
    method: 'GET',
    path: `/posts/${id}`,
    query: { context: 'edit', _fields: 'status,slug,meta,title,content' },
    answer: EditablePost,
  })
  if (post.status === 'trash') {
    throw new IntegrationError(`Post ${id} is in the trash`, {
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
      ...fieldsOf(change, kept),
      ...(content === post.content.raw ? {} : { content }),
      ...hero,
      ...(isNamedByKey(post) ? { slug: '' } : {}),
    },
    answer: CreatedPost,
    // Writing the same values again changes nothing.
    isRepeatable: true,
  })
}

async function publishPost({ client }: WordPressSite, id: number): Promise<void> {
  await client.send({
    operation: 'publish post',
    method: 'POST',
    path: `/posts/${id}`,
    json: { status: 'publish' },
    answer: CreatedPost,
    isRepeatable: true,
  })
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

/**
 * Capabilities that an account needs. With less, such as an Author's, other users' posts would be left out
 * silently.
 */
const NEEDED = {
  edit_posts: 'write posts',
  upload_files: 'upload images',
  edit_others_posts: 'see and change other users’ posts',
  edit_published_posts: 'change published posts',
}

/** Consequences of a site without our fields, and the remedy. */
const KEEPS_NO_FIELDS =
  'The site stores none of our fields: search engines get no description of an article, and our account appears as its author. Put copydesk-meta.php into its wp-content/mu-plugins.'

/** Whether a post keeps our structured-data fields; true if the site does not report it. */
async function keepsFields({ client }: WordPressSite): Promise<boolean> {
  const said = await client
    .send({ operation: 'read fields', method: 'OPTIONS', path: '/posts', answer: PostSchema })
    .catch(() => null)
  return said === null || Object.hasOwn(said.schema.properties.meta.properties, 'aop_structured_data')
}

/** Where visitors may read, a wrong password is answered as if there were none. Only this call detects it. */
async function check(site: WordPressSite): Promise<AdapterHealth> {
  const { client, baseUrl } = site
  const person = await client.send({
    operation: 'check credentials',
    method: 'GET',
    path: '/users/me',
    query: { context: 'edit', _fields: 'name,capabilities' },
    answer: CurrentUser,
  })
  const name = lineOf(person.name)
  const missing = Object.entries(NEEDED)
    .filter(([capability]) => !person.capabilities?.[capability])
    .map(([, words]) => words)
  const ok = missing.length === 0
  const detail = ok
    ? `Connected to ${baseUrl} as ${name}.`
    : `${name} may not ${missing.join(', ')} at ${baseUrl}. Give this account the role Editor there.`
  const limit = (await keepsFields(site)) ? {} : { limit: KEEPS_NO_FIELDS }
  return { adapter: SYSTEM, ok, detail, ...limit }
}

/** The posts of one WordPress site, through its REST API and an application password. */
export function createWordPress({
  account,
  loadImage,
  installation,
  ...given
}: WordPressDeps): PublishingSite {
  const { baseUrl, user, appPassword } = account
  const credentials = Buffer.from(`${user}:${appPassword}`).toString('base64')
  const options = {
    system: SYSTEM,
    baseUrl: `${baseUrl}/wp-json/wp/v2`,
    headers: () => ({ authorization: `Basic ${credentials}` }),
    vendorCode: wordPressCode,
  }
  const client = createVendorClient({ ...options, atOnce: AT_ONCE, ...given })
  // A separate client with one request at a time, so that calls with waiting users are not delayed.
  const patience = { atOnce: 1, timeoutMs: READING_MS, longestWaitMs: READING_WAIT_MS }
  const reader = createVendorClient({ ...options, ...patience, ...given })
  const site = { client, baseUrl, loadImage, installation }
  return {
    getPost: (id) => getPost(site, id),
    async createDraft(post) {
      const postId = await createDraft(site, post)
      return { postId, editUrl: editUrl(site, postId) }
    },
    updatePost: (id, change, kept = []) => updatePost(site, id, { change, kept }),
    rewritePost: (id, content, steps) => rewritePost(site, id, content, steps),
    readWhole: (id) => readWhole(client, id),
    writeWhole: (id, change) => writeWhole(client, id, change),
    writeKeyword: (id, keyword, steps) => writeKeyword(site, id, keyword, steps),
    publishPost: (id) => publishPost(site, id),
    listStandings: (ids) => listStandings(site, ids),
    listPublished: (about) => listPublished(reader, about),
    readPublished: (ids) => readPublished(reader, ids),
    planExchange: (ids, exchange) => planExchange(reader, ids, exchange),
    planOffers: (ids, offers) => planOffers(reader, ids, offers),
    writeMarkup: (id, change) => writeMarkup(client, id, change),
    findPostByUrl: (url) => findPostByUrl(site, url),
    editUrl: (id) => editUrl(site, id),
    check: () => check(site),
    readPostStyle: (web) => readPostStyle(site, web),
  }
}
