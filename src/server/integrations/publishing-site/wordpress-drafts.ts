import type { PostContent, PostKey } from './port.ts'
import { CreatedPost, DeletedPost, KeyedPostList } from './wordpress-schemas.ts'
import { asRefusedPassword, fieldsOf, heroFields, type WordPressSite } from './wordpress-site.ts'
import { textsOf, writeContent } from './write-content.ts'

/**
 * The oldest post created for this key, unless it is in the trash. The slug alone proves little, because any
 * user may have chosen it. A site without our fields has no better proof, so its keys must be unguessable.
 */
async function findByKey({ client }: WordPressSite, key: string, isMarked = true) {
  const posts = await client
    .send({
      operation: 'find post',
      method: 'GET',
      path: '/posts',
      query: {
        slug: key,
        status: 'any',
        context: 'edit',
        orderby: 'id',
        order: 'asc',
        _fields: 'id,status,slug,meta',
      },
      answer: KeyedPostList,
    })
    .catch(asRefusedPassword)
  return posts.find(({ meta: { aop_article_id: kept } = {} }) =>
    kept === undefined ? isMarked : kept === key,
  )
}

async function removeDoubled({ client }: WordPressSite, id: number): Promise<void> {
  await client.send({
    operation: 'remove doubled draft',
    method: 'DELETE',
    path: `/posts/${id}`,
    query: { force: 'true' },
    answer: DeletedPost,
  })
}

/** Drafts may share a slug: of two that were made at once, the older stays. */
async function keepOldest(site: WordPressSite, key: string, created: number): Promise<number> {
  const oldest = await findByKey(site, key)
  if (oldest === undefined || oldest.id >= created) return created
  await removeDoubled(site, created)
  return oldest.id
}

/** Form of a key as a slug; its suffix is known only to us. */
const MARKED_KEY = /^article-\d+(?:-n\d+)?-[0-9a-f]{8}$/

interface Addressed {
  status?: string | undefined
  slug?: string | undefined
  meta?: { aop_article_id?: string | undefined } | undefined
}

/**
 * Whether readers would find the post under our key as its slug. A live post keeps its address, and so does
 * one with another slug.
 */
export function isNamedByKey({ status, slug = '', meta }: Addressed): boolean {
  if (status === 'publish' || status === 'private') return false
  return MARKED_KEY.test(slug) || (slug !== '' && slug === meta?.aop_article_id)
}

/** Clears the slug. WordPress then derives one from the title when the draft is published. */
async function giveUpKey({ client }: WordPressSite, id: number): Promise<void> {
  await client.send({
    operation: 'free the address of a draft',
    method: 'POST',
    path: `/posts/${id}`,
    json: { slug: '' },
    answer: CreatedPost,
    isRepeatable: true,
  })
}

async function insertDraft(site: WordPressSite, key: string, { proceed, ...content }: PostContent & PostKey) {
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

/**
 * Returns the post of this key, or creates it. Its slug is the key, by which it is found after a lost answer,
 * until its id is stored.
 */
export async function createDraft(site: WordPressSite, draft: PostContent & PostKey): Promise<number> {
  const { id: mark, since } = await site.installation()
  const { key: ownKey, keyedSince, keep } = draft
  const key = `${ownKey}-${mark}`
  // Keys carried no mark before there was one.
  const mayBeUnmarked = keyedSince === undefined || keyedSince < since
  const known =
    (await findByKey(site, key)) ?? (mayBeUnmarked ? await findByKey(site, ownKey, false) : undefined)
  const id = known?.id ?? (await insertDraft(site, key, draft))
  if (!keep) return id
  const kept = await keep(id)
  // Another worker was faster, and has already replaced the key by which we would have found its post.
  if (kept !== id && !known) await removeDoubled(site, id)
  if (kept === id && isNamedByKey(known ?? { slug: key })) await giveUpKey(site, id)
  return kept
}
