import { z } from 'zod'
import { SCREENS } from '#shared/access/screens.ts'
import { keywordCommentEndpoints } from '#shared/features/keywords/keyword-comments/contract.ts'
import { type KeywordRow, keywordEndpoints } from '#shared/features/keywords/keywords/contract.ts'
import { opportunityEndpoints } from '#shared/features/keywords/opportunities/contract.ts'
import { plannerEndpoints } from '#shared/features/keywords/planner/contract.ts'
import { shareOfVoiceEndpoints } from '#shared/features/market/share-of-voice/contract.ts'
import { gscKeywordsEndpoints } from '#shared/features/posts/gsc-keywords/contract.ts'
import { plusDays } from '#shared/format/day.ts'
import { fullName } from '#shared/format/full-name.ts'
import { clip, DayText, type ToolContext, tool } from './tool.ts'

const PER_PAGE = 25
const page = z.int().min(1).default(1)

const keywordLink = ({ link }: Pick<ToolContext, 'link'>, { keyword, keyword_id: id }: KeywordRow) =>
  link(`${SCREENS.keywords.path}?${new URLSearchParams({ keyword, keyword_id: String(id) })}`)

const rowOf = (context: Pick<ToolContext, 'link'>, row: KeywordRow) => ({
  keyword_id: row.keyword_id,
  keyword: clip(row.keyword, 120),
  tracked: row.is_tracked,
  last_result: row.last_result,
  won_percent_30_days: row.winning_percentage,
  articles: row.articles.length,
  link: keywordLink(context, row),
})

const keywords = tool({
  name: 'list_keywords',
  title: 'Keywords',
  description:
    'Keywords with who holds them. Filters: words, tracked or not, lost or won by our sites since a day (shows what fell or rose).',
  input: z.object({
    words: z.string().max(200).optional(),
    tracked: z.boolean().optional(),
    lost_since: DayText.optional(),
    won_since: DayText.optional(),
    site_id: z.int().optional(),
    page,
  }),
  calls: [keywordEndpoints.list],
  async run({ ask, ...context }, { words, tracked, site_id: site, page, ...moved }) {
    const isMoved = moved.lost_since !== undefined || moved.won_since !== undefined
    const found = await ask(keywordEndpoints.list, {
      query: {
        ...moved,
        ...{ keyword: words, currentPage: page, limit: PER_PAGE },
        ...{ sort: isMoved ? 'moved' : 'keyword', sortOrder: isMoved ? 'desc' : 'asc' },
        tracked: tracked === undefined ? undefined : tracked ? 'true' : 'false',
        sites: site === undefined ? undefined : [site],
      },
    })
    if (Array.isArray(found)) return { total: found.length, rows: found }
    const { total, is_more: isMore } = found.meta
    return {
      total,
      ...(isMore ? { and_more: true } : {}),
      rows: found.data.map((row) => rowOf(context, row)),
    }
  },
})

/** How the days are written. */
const RUN = 'won (w), lost (l) or no data (-) by day, the latest first'

const keyword = tool({
  name: 'read_keyword',
  title: 'Keyword',
  description: `One keyword: who holds it, its articles and posts, comments, and share of voice by day: ${RUN}.`,
  input: z.object({ keyword_id: z.int().positive() }),
  calls: [keywordEndpoints.read, keywordCommentEndpoints.list],
  async run({ ask, ...context }, { keyword_id: id }) {
    const [row, comments] = await Promise.all([
      ask(keywordEndpoints.read, { params: { id } }),
      ask(keywordCommentEndpoints.list, { params: { id } }),
    ])
    return {
      ...rowOf(context, row),
      days: row.history,
      tags: row.tags.map(({ tag }) => tag),
      articles: row.articles.map(({ title, ...article }) => ({ ...article, title: clip(title, 120) })),
      posts: row.posts.map(({ site_id, post_id, title }) => ({ site_id, post_id, title: clip(title, 120) })),
      rows: comments
        .slice(-10)
        .map((said) => ({ by: fullName(said), at: said.created_at, comment: clip(said.comment) })),
    }
  },
})

const days = tool({
  name: 'keyword_days',
  title: 'Days of a keyword',
  description:
    'Who held a keyword on each of the last days (at most 90), with the posts published, updated or tracked on those days.',
  input: z.object({ keyword_id: z.int().positive(), days: z.int().min(1).max(90).default(30) }),
  calls: [shareOfVoiceEndpoints.list, shareOfVoiceEndpoints.calendar],
  async run({ ask, now }, { keyword_id, days }) {
    const to = now.toISOString().slice(0, 10)
    const query = { keyword_id, from: plusDays(to, -days), to }
    const [held, { annotations, tracked_since }] = await Promise.all([
      ask(shareOfVoiceEndpoints.list, { query }),
      ask(shareOfVoiceEndpoints.calendar, { query }),
    ])
    return {
      tracked_since,
      events: annotations.slice(-10).map(({ day, kind, article, before, after }) => ({
        ...{ day, kind, article_id: article?.article_id ?? null, won_percent: { before, after } },
      })),
      rows: held
        .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
        .map(({ created_at: day, publisher, is_winning: ours }) => ({ day, publisher, ours })),
    }
  },
})

const searched = tool({
  name: 'search_opportunities',
  title: 'Searches without a post',
  description: 'Search queries of our sites with impressions that none of our posts has as its keyword.',
  input: z.object({ words: z.string().max(200).optional(), page }),
  calls: [opportunityEndpoints.searched],
  async run({ ask }, { words, page }) {
    const { nodes, totalCount } = await ask(opportunityEndpoints.searched, { query: { query: words, page } })
    return { total: totalCount, rows: nodes }
  },
})

const striking = tool({
  name: 'striking_distance',
  title: 'Queries in striking distance',
  description:
    'Queries whose posts rank just below the top, with the clicks and US dollars a month that better ranks would bring.',
  input: z.object({ words: z.string().max(200).optional(), page }),
  calls: [gscKeywordsEndpoints.striking],
  async run({ ask }, { words, page }) {
    const { nodes, totalCount, worth } = await ask(gscKeywordsEndpoints.striking, {
      query: { query: words, page, perPage: PER_PAGE },
    })
    const rows = nodes.map((row) => ({
      ...{ query: clip(row.query, 120), clicks: row.clicks, impressions: row.impressions },
      ...{ position: Math.round(row.position * 10) / 10, to_be_had: row.to_be_had, worth: row.worth },
      ...{ site: row.site_code, post_id: row.post_id, post: clip(row.post_title, 120) },
      held_back_by: clip(row.held_back_by, 160),
    }))
    return { total: totalCount, worth, rows }
  },
})

const plan = tool({
  name: 'read_plan',
  title: 'Editorial plan',
  description:
    'Keywords planned for the next months, with the day by which each article has to be requested.',
  input: z.object({ site_id: z.int().optional() }),
  calls: [plannerEndpoints.list],
  async run({ ask }, { site_id: site }) {
    const { nodes, totalCount } = await ask(plannerEndpoints.list, { query: { site } })
    const rows = nodes.map((entry) => ({
      ...{ plan_id: entry.plan_id, keyword: clip(entry.keyword, 120), country: entry.country },
      ...{ site: entry.site_code, month: entry.month, publish_by: entry.publish_by, score: entry.score },
      ...{ article: entry.article && { id: entry.article.article_id, status: entry.article.status } },
      note: clip(entry.note),
    }))
    return { total: totalCount, rows }
  },
})

export const KEYWORD_TOOLS = [keywords, keyword, days, searched, striking, plan]
