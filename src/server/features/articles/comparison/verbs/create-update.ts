import { PRODUCT_NAME_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import type { comparisonEndpoints } from '#shared/features/articles/comparison/contract.ts'
import { productOfGap } from '#shared/features/articles/comparison/rules.ts'
import type { Received } from '#shared/http/endpoint.ts'
import type { Once } from '../../../../calls/once.ts'
import type { Db } from '../../../../db/connect.ts'
import { parseText } from '../../../../db/json/json-text.ts'
import { RequestInvalid } from '../../../../errors.ts'
import type { Caller } from '../../../../security/actor.ts'
import type { SitesService } from '../../../ground/area.ts'
import type { ContentTrackerService } from '../../../posts/area.ts'
import type { ArticlesService } from '../../articles/service.ts'
import { findKeywordById } from '../queries.ts'

export type Update = Received<typeof comparisonEndpoints.createUpdate>['body']

interface UpdateDeps {
  db: Db
  articles: Pick<ArticlesService, 'createArticle' | 'beginRevision' | 'findPublishedFor'>
  sites: Pick<SitesService, 'findSite'>
  trackedPosts: Pick<ContentTrackerService, 'requestUpdate'>
  publicUrl: string
}

/** The products among the gaps, each once. */
function productsOf(gaps: Update['gaps']) {
  const found = gaps.flatMap((gap) => productOfGap(gap) ?? [])
  const byAsin = new Map(found.toReversed().map((product) => [product.asin, product]))
  return [...byAsin.values()].toReversed().map(({ asin, name }) => ({
    asin,
    name: name.slice(0, PRODUCT_NAME_MAXIMUM).toWellFormed().trim(),
    award: '',
    summary: '',
  }))
}

/** The gaps as a checklist. A missing product is already added to the draft. */
const checklistOf = (gaps: Update['gaps']) =>
  gaps.map((gap) => ({ ...gap, isDone: productOfGap(gap) !== null }))

/** Absolute address of a story, usable anywhere; null if it is not a web address. */
function addressOf(url: string, publicUrl: string): string | null {
  const address = url === '' ? null : URL.parse(url, publicUrl)
  return address && ['http:', 'https:'].includes(address.protocol) ? address.href : null
}

/** A line with an article's title and address, as far as known. */
function lineOf(words: string, title: string | undefined, address: string | null): string[] {
  const name = title ? `“${title}”` : null
  if (name === null && address === null) return []
  return [`${words} ${[name, address].filter((part) => part !== null).join(': ')}`]
}

/** Which article is to become better, and than which one. */
function notesOf({ ours, their_title: theirTitle, url = '' }: Update, publicUrl: string): string {
  return [
    ...(ours ? lineOf('Update of', ours.title, addressOf(ours.url, publicUrl)) : []),
    ...lineOf('Compared with', theirTitle, addressOf(url, publicUrl)),
  ].join('\n')
}

/** Begins a draft that closes the gaps to the winning story; returns its id. */
export async function createUpdate(
  { db, articles, sites, trackedPosts, publicUrl }: UpdateDeps,
  actor: Caller,
  { update, once }: { update: Update; once: Once },
) {
  const { keyword_id: keywordId, site_id: siteId, title, gaps, ours, post } = update
  const keyword = await findKeywordById(db, keywordId)
  if (!keyword)
    throw new RequestInvalid('body', [{ path: 'keyword_id', message: 'There is no such keyword.' }])
  const site = await sites.findSite(db, siteId)
  if (!site) throw new RequestInvalid('body', [{ path: 'site_id', message: 'Missing Site' }])
  const work = { products: productsOf(gaps), checklist: checklistOf(gaps), keywordId }
  // A tracked post is updated in place, regardless of its author.
  if (post && site.code.toLowerCase() === post.site.toLowerCase()) {
    const more = { ...work, notes: notesOf({ ...update, ours: undefined }, publicUrl) }
    return trackedPosts.requestUpdate(
      actor,
      { site: post.site, postId: post.post_id, keyword: keyword.keyword, more },
      once,
    )
  }
  const notes = notesOf(update, publicUrl)
  const articleId = ours ? await articles.findPublishedFor(site, { ...ours, keywordId }) : null
  // A published article is updated in place: its post keeps its id and address.
  if (articleId !== null) return articles.beginRevision(actor, { ...work, notes, articleId }, once)
  const { products, checklist } = work
  const input = {
    keywords: [{ keyword_id: keywordId }],
    siteId,
    title,
    draft: true,
    ...{ products, checklist, notes },
  }
  return parseText(await articles.createArticle(actor, input, once)).article_id
}
