import { type ArticleContent, mayEdit } from '#shared/features/articles/articles/rules.ts'
import {
  awardDoubt,
  type BothPrices,
  exchanged,
  type NamedProduct,
  textsThatName,
} from '#shared/features/articles/replacements/rules.ts'
import type { Db } from '../../../db/connect.ts'
import type { Caller } from '../../../security/actor.ts'
import { readContent } from '../articles/feature.ts'
import type { PostPlans } from './live-reader.ts'
import { type FoundArticle, type FoundPost, listPostsBeside, listRecommending } from './queries.ts'
import type { NewPlace } from './store.ts'

/** A requested replacement of one product by another. */
export interface Exchange {
  old: NamedProduct
  by: NamedProduct
  prices: BothPrices
}

/** Why nothing can be done about an article, by this person or now; null where something can. */
function hindranceOf(actor: Caller, article: FoundArticle): string | null {
  if (article.status === 'published')
    return article.revisedBy === null ? null : `${article.revisedBy} is already updating it.`
  if (article.status === 'approved') return 'Approved: you can update it once it’s published.'
  if (mayEdit(actor, article)) return null
  return article.status === 'requested'
    ? 'Waiting for QA: only validators can change it.'
    : 'Only its requester can change it.'
}

function placeIn(
  article: FoundArticle,
  { version, content }: { version: number; content: ArticleContent },
  { exchange, hindrance }: { exchange: Exchange; hindrance: string | null },
): NewPlace[] {
  const { old, by, prices } = exchange
  const changed = exchanged(content.products, old.asin, by)
  if (changed === null) return []
  const place = content.products.find(({ asin }) => asin.toUpperCase() === old.asin)
  const award = place?.award ?? ''
  return [
    {
      state: hindrance === null ? 'open' : 'blocked',
      reason: hindrance,
      articleId: article.id,
      resultId: hindrance === null ? null : article.revisionId,
      version,
      status: article.status,
      title: content.title,
      siteId: content.siteId,
      award,
      mode: changed.mode,
      before: content.products,
      after: changed.products,
      doubt: awardDoubt(award, prices),
      mentions: textsThatName(content, place?.name || old.name),
    },
  ]
}

const UNNAMED = 'Its article doesn’t mention the product: edit the post on its site.'

/** A post that is on its site only: as it would be changed there, or why it is not. */
function besideOf(
  { articleId, contentPostId, updateId, name, title, siteId, award, url }: FoundPost,
  plans: PostPlans,
  { old, by, prices }: Exchange,
): NewPlace {
  const plan = articleId === null ? plans(contentPostId) : UNNAMED
  const post = { title, siteId, award, url, contentPostId }
  if (typeof plan === 'string') return { ...post, state: 'blocked', reason: plan, resultId: updateId }
  const { leftovers, markup, way, reason } = plan
  const said = { award, summary: '' }
  return {
    ...post,
    state: 'open',
    reason,
    mode: 'replace',
    before: [{ asin: old.asin, name: name || old.name, ...said }],
    after: [{ ...by, ...said }],
    doubt: awardDoubt(award, prices),
    mentions: leftovers,
    isLive: way === 'live',
    ...(markup === null ? {} : { markup }),
  }
}

/** Everywhere that the old product stands, and what can be done there: articles, then posts that are on their sites only. */
export async function findPlaces(
  db: Db,
  actor: Caller,
  { exchange, plans }: { exchange: Exchange; plans: PostPlans },
): Promise<NewPlace[]> {
  const found = await listRecommending(db, exchange.old.asin, actor.id)
  const places: NewPlace[] = []
  for (const article of found) {
    const stored = await readContent(db, article.id)
    if (stored) places.push(...placeIn(article, stored, { exchange, hindrance: hindranceOf(actor, article) }))
  }
  const posts = await listPostsBeside(
    db,
    exchange.old.asin,
    found.map(({ id }) => id),
  )
  return [...places, ...posts.map((post) => besideOf(post, plans, exchange))]
}
