import { z } from 'zod'
import { SCREENS } from '#shared/access/screens.ts'
import { alertRuleEndpoints } from '#shared/features/desk/alert-rules/contract.ts'
import { type ContentRow, contentTrackerEndpoints } from '#shared/features/posts/content-tracker/contract.ts'
import { FLAGS } from '#shared/features/posts/content-tracker/rules.ts'
import { stockReportEndpoints } from '#shared/features/posts/stock-report/contract.ts'
import { productLibraryEndpoints } from '#shared/features/products/product-library/contract.ts'
import { STOCKS } from '#shared/features/products/product-library/rules.ts'
import { clip, type ToolContext, tool } from './tool.ts'

const page = z.int().min(1).default(1)
const site = z.string().max(20).optional().describe('Code of a site, see list_sites')

const rowOf = ({ link }: Pick<ToolContext, 'link'>, row: ContentRow) => ({
  ...{ site: row.SITE, post_id: row.POST_ID, title: clip(row.POST_TITLE, 160), published: row.POST_DATE },
  ...{ earnings_30_days: row.EARNINGS, change: row.change, clicks_30_days: row.clicks, flags: row.FLAGS },
  refresh_score: row.refresh,
  reasons: row.reasons.map(({ points, text }) => ({ points, text: clip(text, 120) })),
  update: row.update,
  link: link(`${SCREENS.contentTracker.path}?${new URLSearchParams({ post: `${row.SITE}/${row.POST_ID}` })}`),
})

const earnings = tool({
  name: 'earnings',
  title: 'Earnings',
  description:
    'US dollars earned by week over all posts or those of a site, and how many posts have each flag.',
  input: z.object({ site, weeks: z.int().min(1).max(104).default(13) }),
  calls: [contentTrackerEndpoints.overview],
  async run({ ask }, { site, weeks }) {
    const { weeks: all, flags, late } = await ask(contentTrackerEndpoints.overview, { query: { site } })
    return {
      flags,
      late_sites: late.map(({ site, last_week }) => ({ site, last_week })),
      rows: all
        .slice(-weeks)
        .toReversed()
        .map(({ WEEK_START_DATE: week, EARNINGS: usd }) => ({ week, usd })),
    }
  },
})

const posts = tool({
  name: 'list_posts',
  title: 'Published posts',
  description:
    'Published posts with earnings, what changed, and why they should be refreshed; highest earnings first.',
  input: z.object({
    ...{ site, title: z.string().max(200).optional(), flag: z.enum(FLAGS).optional() },
    least_refresh_score: z.int().min(1).max(100).optional(),
    sort: z.enum(['EARNINGS', 'CHANGE', 'CLICKS', 'REFRESH']).default('EARNINGS'),
    page,
  }),
  calls: [contentTrackerEndpoints.content],
  async run({ ask, ...context }, { least_refresh_score: refresh, ...query }) {
    const { pageInfo, edges } = await ask(contentTrackerEndpoints.content, { query: { ...query, refresh } })
    return { total: pageInfo.total, rows: edges.map((row) => rowOf(context, row)) }
  },
})

const post = tool({
  name: 'read_post',
  title: 'Post',
  description:
    'One post: earnings by week, and what may have moved them (stock, keywords won or lost, publications).',
  input: z.object({ site: z.string().max(20), post_id: z.string().max(100) }),
  calls: [contentTrackerEndpoints.content, contentTrackerEndpoints.causes, contentTrackerEndpoints.revenue],
  async run({ ask, ...context }, { site, post_id }) {
    const [{ edges }, { causes, outages }, { history, notice }] = await Promise.all([
      ask(contentTrackerEndpoints.content, { query: { site, post_id } }),
      ask(contentTrackerEndpoints.causes, { query: { site, post_id } }),
      ask(contentTrackerEndpoints.revenue, { query: { site, postId: post_id } }),
    ])
    const [row] = edges
    return {
      ...(row ? rowOf(context, row) : { site, post_id, found: false }),
      notice: clip(notice),
      weeks: (history ?? []).slice(-13).map(({ WEEK_START_DATE: week, EARNINGS: usd }) => ({ week, usd })),
      outages: outages.slice(-5),
      rows: causes.slice(0, 20).map(({ day, kind, subject, weekly, effect }) => ({
        ...{ day, kind, subject: clip(subject, 120), weekly_usd: weekly, effect },
      })),
    }
  },
})

const products = tool({
  name: 'list_products',
  title: 'Products',
  description:
    'Products that articles and posts recommend, by words of the name or part of the ASIN, and by stock.',
  input: z.object({
    words: z.string().max(200).default(''),
    stock: z.enum(['All', ...STOCKS]).default('All'),
    page,
  }),
  calls: [productLibraryEndpoints.list],
  async run({ ask }, { words: query, stock, page }) {
    const { nodes, totalCount } = await ask(productLibraryEndpoints.list, {
      query: { query, stock, page, perPage: 25, sort: 'earnings_30d', sortOrder: 'desc' },
    })
    const rows = nodes.map((row) => ({
      ...{ product_id: row.product_id, asin: row.asin, name: clip(row.name, 100), stock: row.in_stock },
      ...{ since: row.lastStock?.created_at ?? null, posts: row.countArticles, price: row.price },
      earnings_30_days_usd: row.earnings_30d === null ? null : row.earnings_30d / 100,
    }))
    return { total: totalCount, rows }
  },
})

const stock = tool({
  name: 'stock_at_risk',
  title: 'Stock at risk',
  description:
    'Products that cannot be bought, with the posts that recommend them and the US dollars a week at risk.',
  input: z.object({ page }),
  calls: [stockReportEndpoints.products, stockReportEndpoints.summary],
  async run({ ask }, { page }) {
    const [{ nodes, totalCount }, summary] = await Promise.all([
      ask(stockReportEndpoints.products, { query: { page, perPage: 20 } }),
      ask(stockReportEndpoints.summary),
    ])
    const rows = nodes.map((product) => ({
      ...{ asin: product.asin, name: clip(product.title, 100), stock: product.availability_type },
      ...{ since: product.since, usd_a_week: product.at_risk, is_estimate: product.is_estimate },
      posts: product.rows.slice(0, 3).map(({ site, POST_ID, POST_TITLE: title }) => ({
        ...{ site, post_id: POST_ID, title: clip(title, 100) },
      })),
      all_posts: product.posts,
    }))
    const { is_checked, products, posts, at_risk: usd, unknown } = summary
    return { is_checked, products, posts, usd_a_week: usd, unknown, total: totalCount, rows }
  },
})

const alerts = tool({
  name: 'list_alerts',
  title: 'Alert rules',
  description:
    'The alert rules with the number of posts or keywords that each one names now; or the alerts of one rule.',
  input: z.object({ rule_id: z.int().positive().optional(), page }),
  calls: [alertRuleEndpoints.list, alertRuleEndpoints.sentFirings],
  async run({ ask }, { rule_id: id, page }) {
    if (id === undefined) {
      const rules = await ask(alertRuleEndpoints.list)
      const rows = rules.map((rule) => ({
        ...{ rule_id: rule.rule_id, name: clip(rule.name, 80), kind: rule.kind, threshold: rule.threshold },
        ...{ site: rule.site, is_on: rule.is_on, named_now: rule.named_now, sent_in_90_days: rule.told_90 },
      }))
      return { total: rows.length, rows }
    }
    const { nodes, totalCount } = await ask(alertRuleEndpoints.sentFirings, {
      params: { id },
      query: { page },
    })
    const rows = nodes.map(({ day, title, post, finding }) => ({
      day,
      title: clip(title, 120),
      post,
      finding,
    }))
    return { total: totalCount, rows }
  },
})

export const POST_TOOLS = [earnings, posts, post, products, stock, alerts]
