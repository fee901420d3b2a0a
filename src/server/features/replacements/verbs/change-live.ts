import { isPermitted } from '#shared/access/permissions.ts'
import { CHANGES_LIVE } from '#shared/features/replacements/rules.ts'
import { transaction } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { NotKept } from '../../../integrations/publishing-site/port.ts'
import type { Actor, Caller } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { exchangeRecommended } from '../../content-tracker/feature.ts'
import type { ReplacementParts } from '../parts.ts'
import { findChangeableSite, isOfArticle } from '../queries.ts'
import * as store from '../store.ts'

const CHANGED = 'The post has changed on its site since.'
const NOT_ALLOWED = 'Its site no longer allows changes to live posts.'
const THERE = 'Another user has already replaced it.'
const IS_ARTICLES = 'The post now has a Copydesk article: change the article.'
const NOT_MINE = 'Only people who approve articles can change live posts.'

/** Why nobody may change a live post of a site now, and its code where this person may. */
export async function findLiveSite(
  { db }: Pick<ReplacementParts, 'db'>,
  actor: Pick<Caller, 'permissions'>,
  siteId: number,
): Promise<{ code: string; refused: null } | { refused: string }> {
  if (!isPermitted(actor.permissions, CHANGES_LIVE)) return { refused: NOT_MINE }
  const code = await findChangeableSite(db, siteId)
  return code === undefined ? { refused: NOT_ALLOWED } : { code, refused: null }
}

interface LivePlace {
  place: store.PlaceRecord
  to: 'done' | 'undone'
}

/** What a place says of its post before and after, whichever way it goes. */
function exchangeOf({ place, to }: LivePlace, markup: store.MarkupRecord) {
  const [before, after] = [place.before?.[0], place.after?.[0]]
  if (!before || !after) throw new AppError('notFound', 'It no longer exists.')
  return to === 'undone'
    ? { old: after, by: before, from: markup.after, to: markup.before }
    : { old: before, by: after, from: markup.before, to: markup.after }
}

/** Readers have seen something that nobody meant, if only for a moment: who did that stands in the trail, once. */
async function tellNotKept(
  { db }: ReplacementParts,
  actor: Actor,
  { place, postId, old, by }: { place: store.PlaceRecord; postId: number; old: string; by: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const current = await store.lockPlace(tx, place.id)
    if (current?.writing === 'told') return
    await store.markWriting(tx, place.id, 'told')
    await audit(tx, actor, 'post.product-not-kept', {
      id: postId,
      label: place.title,
      before: { product: old },
      after: { product: by, replacementId: place.replacementId },
    })
  })
}

/**
 * Writes the new product into a live post, or the old one back: what stood there when the set was frozen against what
 * the place has written down, so that neither is ever written over somebody's change, and twice is once. That it is begun
 * is written down before: whoever comes after a lost answer knows that what stands there may be ours.
 */
export async function changeLive(
  parts: ReplacementParts,
  actor: Caller,
  { place, to }: LivePlace,
): Promise<void> {
  const { db } = parts
  if (!isPermitted(actor.permissions, CHANGES_LIVE)) throw new AppError('forbidden', NOT_MINE)
  const site = await findLiveSite(parts, actor, place.siteId)
  if (site.refused !== null) throw new AppError('forbidden', site.refused)
  const markup = await store.findMarkup(db, place.id)
  if (!markup) throw new AppError('notFound', 'It no longer exists.')
  const { postId, contentPostId } = markup
  const { old, by, ...change } = exchangeOf({ place, to }, markup)
  if (await isOfArticle(db, contentPostId)) throw new AppError('conflict', IS_ARTICLES)
  const mark = (writing: store.PlaceRecord['writing']) => () =>
    transaction(db, (tx) => store.markWriting(tx, place.id, writing))
  const isBegun = place.writing !== null
  let isOurs = true
  try {
    const steps = { isBegun, begin: mark('begun'), withdraw: mark(null) }
    isOurs =
      (await parts.publishing(site.code).writeMarkup(postId, { ...change, ...steps })) === 'written' ||
      isBegun
  } catch (error) {
    const isConflict = error instanceof IntegrationError && error.kind === 'conflict'
    if (isConflict) throw new AppError('conflict', CHANGED)
    if (error instanceof NotKept)
      await tellNotKept(parts, actor, { place, postId, old: old.asin, by: by.asin })
    throw error
  }
  // What somebody else has written is not this one's to take back.
  if (!isOurs && to === 'done') throw new AppError('conflict', THERE)
  await transaction(db, async (tx) => {
    const current = await store.lockPlace(tx, place.id)
    if (current?.state !== place.state) return
    await exchangeRecommended(tx, contentPostId, { old: old.asin, by })
    await store.movePlace(tx, place.id, { from: place.state, state: to, reason: null, writing: null })
    if (!isOurs) return
    await audit(tx, actor, 'post.product-replaced', {
      id: postId,
      label: place.title,
      before: { product: old.asin },
      after: { product: by.asin, replacementId: place.replacementId },
    })
  })
}
