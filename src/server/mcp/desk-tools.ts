import { z } from 'zod'
import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import { authEndpoints } from '#shared/features/ground/auth/contract.ts'
import { outsideEndpoints } from '#shared/features/ground/outside/contract.ts'
import { siteEndpoints } from '#shared/features/ground/sites/contract.ts'
import { keywordEndpoints } from '#shared/features/keywords/keywords/contract.ts'
import { contentTrackerEndpoints } from '#shared/features/posts/content-tracker/contract.ts'
import { stockReportEndpoints } from '#shared/features/posts/stock-report/contract.ts'
import { productLibraryEndpoints } from '#shared/features/products/product-library/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import type { Endpoint } from '#shared/http/endpoint.ts'
import { clip, type ToolContext, tool } from './tool.ts'

/** What the call answers, or null where the program may not make it. */
const ifAllowed = async <Found>({ may }: ToolContext, endpoint: Endpoint, asked: () => Promise<Found>) =>
  may(endpoint) ? asked() : null

const overview = tool({
  name: 'overview',
  title: 'Overview',
  description:
    'Start here: who you act for, what waits for them, keywords lost and won, and money at risk from products out of stock.',
  input: z.object({}),
  calls: [
    authEndpoints.profile,
    articleEndpoints.listPending,
    keywordEndpoints.moves,
    stockReportEndpoints.summary,
  ],
  async run(context) {
    const { ask, now } = context
    const [profile, waiting, moves, stock] = await Promise.all([
      ask(authEndpoints.profile),
      ifAllowed(context, articleEndpoints.listPending, () =>
        ask(articleEndpoints.listPending, { query: { limit: 0 } }),
      ),
      ifAllowed(context, keywordEndpoints.moves, () => ask(keywordEndpoints.moves)),
      ifAllowed(context, stockReportEndpoints.summary, () => ask(stockReportEndpoints.summary)),
    ])
    return {
      ...{ now: now.toISOString(), account: fullName(profile), role: profile.role_id },
      pending_articles: waiting?.totalCount ?? null,
      keywords: moves && {
        ...{ since: moves.since, tracked: moves.tracked, held: moves.held, lost: moves.lost, won: moves.won },
      },
      out_of_stock: stock && { products: stock.products, posts: stock.posts, usd_a_week: stock.at_risk },
    }
  },
})

const find = tool({
  name: 'find',
  title: 'Find',
  description:
    'Articles, keywords, products and posts whose names contain the words; the best matches of each.',
  input: z.object({ words: z.string().min(1).max(200) }),
  calls: [
    siteEndpoints.list,
    articleEndpoints.suggest,
    keywordEndpoints.list,
    productLibraryEndpoints.list,
    contentTrackerEndpoints.content,
  ],
  async run(context, { words }) {
    const { ask } = context
    const [articles, keywords, products, posts] = await Promise.all([
      ifAllowed(context, articleEndpoints.suggest, () =>
        ask(articleEndpoints.suggest, { query: { query: words } }),
      ),
      ifAllowed(context, keywordEndpoints.list, () =>
        ask(keywordEndpoints.list, { query: { keyword: words } }),
      ),
      ifAllowed(context, productLibraryEndpoints.list, () =>
        ask(productLibraryEndpoints.list, { query: { query: words, perPage: 5 } }),
      ),
      ifAllowed(context, contentTrackerEndpoints.content, () =>
        ask(contentTrackerEndpoints.content, { query: { title: words } }),
      ),
    ])
    const named = Array.isArray(keywords) ? keywords : (keywords?.data ?? [])
    return {
      articles: articles?.map((row) => ({ ...row, title: clip(row.title, 120) })) ?? null,
      keywords: keywords && named.slice(0, 10).map(({ keyword_id, keyword }) => ({ keyword_id, keyword })),
      products:
        products?.nodes.map(({ product_id, asin, name }) => ({
          ...{ product_id, asin, name: clip(name, 100) },
        })) ?? null,
      posts:
        posts?.edges.slice(0, 5).map(({ SITE: site, POST_ID, POST_TITLE: title }) => ({
          ...{ site, post_id: POST_ID, title: clip(title, 120) },
        })) ?? null,
    }
  },
})

const sites = tool({
  name: 'list_sites',
  title: 'Sites',
  description: 'The sites with their IDs and codes, which other tools take.',
  input: z.object({}),
  calls: [siteEndpoints.list],
  async run({ ask }) {
    const rows = (await ask(siteEndpoints.list)).map(({ site_id, code, display_name: name, retired }) => ({
      ...{ site_id, code, name, retired },
    }))
    return { total: rows.length, rows }
  },
})

const health = tool({
  name: 'health',
  title: 'Connected systems',
  description:
    'Whether the connected systems worked when they were last checked, and what to do about those that did not.',
  input: z.object({}),
  calls: [outsideEndpoints.list],
  async run({ ask }) {
    const rows = (await ask(outsideEndpoints.list)).toSorted((a, b) => Number(a.ok) - Number(b.ok))
    return { broken: rows.filter(({ ok }) => !ok).length, rows }
  },
})

export const DESK_TOOLS = [overview, find, sites, health]
