import { PRODUCT_NAME_MAXIMUM } from '#shared/features/articles/rules.ts'
import type { comparisonEndpoints } from '#shared/features/comparison/contract.ts'
import { productOf } from '#shared/features/comparison/rules.ts'
import type { Received } from '#shared/http/endpoint.ts'
import type { Db } from '../../../db/connect.ts'
import { RequestInvalid } from '../../../errors.ts'
import type { Actor } from '../../../http/actor.ts'
import { everyTime } from '../../../http/idempotency.ts'
import type { ArticlesService } from '../../articles/service.ts'
import { findKeywordById } from '../queries.ts'

export type Update = Received<typeof comparisonEndpoints.createUpdate>['body']

interface UpdateParts {
  db: Db
  createArticle: ArticlesService['createArticle']
}

/** The products among the gaps, each once. */
function productsOf(gaps: Update['gaps']) {
  const found = gaps.flatMap((gap) => productOf(gap) ?? [])
  const byAsin = new Map(found.toReversed().map((product) => [product.asin, product]))
  return [...byAsin.values()].toReversed().map(({ asin, name }) => ({
    asin,
    name: name.slice(0, PRODUCT_NAME_MAXIMUM).toWellFormed().trim(),
    award: '',
    summary: '',
  }))
}

/** Begins a draft that closes the gaps to the story that won; answers its number. */
export async function createUpdate({ db, createArticle }: UpdateParts, actor: Actor, update: Update) {
  const { keyword_id: keywordId, siteId, title, url, gaps } = update
  if (!(await findKeywordById(db, keywordId)))
    throw new RequestInvalid('body', [{ path: 'keyword_id', message: 'There is no such keyword.' }])
  const input = {
    keywords: [{ keyword_id: keywordId }],
    siteId,
    title,
    products: productsOf(gaps),
    ...(url ? { notes: `Compared with ${url}` } : {}),
    draft: true,
    checklist: gaps,
  }
  const { article } = await createArticle(actor, input, everyTime)
  return article.id
}
