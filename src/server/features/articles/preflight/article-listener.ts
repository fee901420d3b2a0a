import { findingKey, otherProductFinding } from '#shared/features/articles/preflight/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { RequestInvalid } from '../../../errors.ts'
import type { ArticleListener } from '../../../kernel/article-events/article-event.ts'
import type { Flags } from '../../ground/area.ts'
import type { ProductsService } from '../../products/area.ts'
import { listOverrides, listProducts } from './queries.ts'
import { putOverrides } from './store.ts'

type Products = Pick<ProductsService, 'recallProducts'>

const REMEDY = 'Change it, or give a reason in preflight.'

/** Actions that send an article to QA or publish it. QA's own edits come with an approval. */
const SENDING: readonly string[] = ['requested', 'resubmitted', 'approved']

/** Stores the reasons of a save in its transaction, and refuses to send an article that lacks one. */
export const storeOverrides =
  (products: Products, flags: Flags): ArticleListener =>
  async (tx, { articleId, action, actorId, overrides = [], now }) => {
    if (actorId !== null) await putOverrides(tx, overrides, { articleId, userId: actorId, now })
    if (!SENDING.includes(action)) return
    if (await flags.value('ARTICLE_PREFLIGHT', tx)) await refuseOthers(products, tx, articleId)
  }

/**
 * Refuses an article that names a clearly different product than the shop's, unless the user has given a
 * reason. Only catalogue data from the last hour counts: old or missing data causes no refusal.
 */
async function refuseOthers(products: Products, tx: Db, articleId: number): Promise<void> {
  const rows = await listProducts(tx, articleId)
  const readings = await products.recallProducts(
    tx,
    rows.map(({ asin }) => asin),
  )
  const findings = rows.flatMap((row, index) => {
    const { item, isStale } = readings.get(row.asin) ?? {}
    const finding = item && !isStale ? otherProductFinding(row, index, item) : null
    return finding?.needsReason ? [finding] : []
  })
  if (findings.length === 0) return
  const reasons = new Set((await listOverrides(tx, articleId)).map(({ entry }) => findingKey(entry)))
  const open = findings.filter((finding) => !reasons.has(findingKey(finding)))
  if (open.length === 0) return
  throw new RequestInvalid(
    'body',
    open.map(({ path, message }) => ({ path: path ?? 'products', message: `${message} ${REMEDY}` })),
  )
}
