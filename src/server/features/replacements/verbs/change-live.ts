import { isPermitted } from '#shared/access/permissions.ts'
import { CHANGES_LIVE } from '#shared/features/replacements/rules.ts'
import { transaction } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { Caller } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { exchangeRecommended } from '../../content-tracker/feature.ts'
import type { ReplacementParts } from '../parts.ts'
import { findChangeableSite, isOfArticle } from '../queries.ts'
import * as store from '../store.ts'

const CHANGED = 'Somebody has changed the post on its site in the meantime.'
const NOT_ALLOWED = 'Its site does not let live posts be changed any more.'
const IS_ARTICLES = 'An article of ours has become of the post since: change the article.'
const NOT_MINE = 'Only those who approve articles may change live posts.'

/**
 * Writes the new product into a live post, or the old one back: what stood there when the set was frozen against what
 * the place has written down, so that neither is ever written over somebody's change, and twice is once.
 */
export async function changeLive(
  parts: ReplacementParts,
  actor: Caller,
  { place, to }: { place: store.PlaceRecord; to: 'done' | 'undone' },
): Promise<void> {
  if (!isPermitted(actor.permissions, CHANGES_LIVE)) throw new AppError('forbidden', NOT_MINE)
  const code = await findChangeableSite(parts.db, place.siteId)
  if (code === undefined) throw new AppError('forbidden', NOT_ALLOWED)
  const markup = await store.findMarkup(parts.db, place.id)
  const [before, after] = [place.before?.[0], place.after?.[0]]
  if (!markup || !before || !after) throw new AppError('notFound', 'It is not there any more.')
  if (await isOfArticle(parts.db, markup.contentPostId)) throw new AppError('conflict', IS_ARTICLES)
  const isBack = to === 'undone'
  const change = isBack
    ? { from: markup.after, to: markup.before }
    : { from: markup.before, to: markup.after }
  try {
    await parts.publishing(code).writeMarkup(markup.postId, change)
  } catch (error) {
    const isConflict = error instanceof IntegrationError && error.kind === 'conflict'
    if (isConflict) throw new AppError('conflict', CHANGED)
    // Readers may have seen it, if only for a moment: who did that stands in the trail.
    if (error instanceof IntegrationError && error.kind === 'bad_response')
      await transaction(parts.db, (tx) =>
        audit(tx, actor, 'post.product-not-kept', {
          id: markup.postId,
          label: place.title,
          before: { product: (isBack ? after : before).asin },
          after: { product: (isBack ? before : after).asin, replacementId: place.replacementId },
        }),
      )
    throw error
  }
  await transaction(parts.db, async (tx) => {
    const current = await store.lockPlace(tx, place.id)
    if (current?.state !== place.state) return
    const [old, by] = isBack ? [after, before] : [before, after]
    await exchangeRecommended(tx, markup.contentPostId, { old: old.asin, by })
    await store.movePlace(tx, place.id, { from: place.state, state: to, reason: null })
    await audit(tx, actor, 'post.product-replaced', {
      id: markup.postId,
      label: place.title,
      before: { product: old.asin },
      after: { product: by.asin, replacementId: place.replacementId },
    })
  })
}
