import { z } from 'zod'
import { SCREENS } from '#shared/access/screens.ts'
import { articleVersionEndpoints } from '#shared/features/articles/article-versions/contract.ts'
import {
  type Article,
  type ArticleRow,
  articleEndpoints,
} from '#shared/features/articles/articles/contract.ts'
import { ARTICLE_STATUSES } from '#shared/features/articles/articles/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { clip, DayText, type ToolContext, tool } from './tool.ts'

const ArticleId = z.int().positive().describe('ID of the article')

const rowOf = ({ link }: Pick<ToolContext, 'link'>, row: ArticleRow) => ({
  article_id: row.article_id,
  title: clip(row.title),
  status: row.status,
  site: row.site.code,
  by: fullName(row.user),
  created_at: row.created_at,
  keywords: row.keywords.slice(0, 5).map(({ keyword }) => keyword),
  link: link(SCREENS.article.path.replace('$id', String(row.article_id))),
})

const contentOf = (article: Article) => ({
  intro: clip(article.intro, 800),
  products: article.products
    .slice(0, 12)
    .map(({ asin, name, award }) => ({ asin, name: clip(name, 80), award })),
  questions: article.faqs.slice(0, 8).map(({ question }) => clip(question, 120)),
  checklist: article.checklist.map(({ position, text, done_at: doneAt }) => ({
    ...{ position, text: clip(text, 160), done: doneAt !== null },
  })),
})

const stateOf = (article: Article) => ({
  updated_at: article.updated_at,
  reviewer: article.qa_user && fullName(article.qa_user),
  post: article.post && { state: article.post.state, since: article.post.since },
  copies: article.mirrors.map(({ target, state, error }) => ({ target, state, error: clip(error, 120) })),
  returns: article.returns.slice(-3).map(({ kind, reason, created_at: at, complement }) => ({
    ...{ kind, at, reason: clip(reason), reply: clip(complement) },
  })),
})

const pending = tool({
  name: 'pending_articles',
  title: 'Pending articles',
  description:
    'The articles that wait for this account: returned ones first, then requested ones, then drafts.',
  input: z.object({ page: z.int().min(1).default(1) }),
  calls: [articleEndpoints.listPending],
  async run({ ask, ...context }, { page }) {
    const { nodes, totalCount } = await ask(articleEndpoints.listPending, { query: { page, limit: 20 } })
    return { total: totalCount, rows: nodes.map((row) => rowOf({ ...context }, row)) }
  },
})

const articles = tool({
  name: 'list_articles',
  title: 'Articles',
  description: 'Articles of all users, newest first, by status, site, keyword and day of creation.',
  input: z.object({
    status: z.array(z.enum(ARTICLE_STATUSES)).optional(),
    site_id: z.int().optional().describe('ID of a site, see list_sites'),
    keyword_id: z.int().optional(),
    from: DayText.optional(),
    to: DayText.optional(),
    page: z.int().min(1).default(1),
  }),
  calls: [articleEndpoints.list],
  async run({ ask, ...context }, { status, site_id: site, keyword_id: keywordId, from, to, page }) {
    const { nodes, totalCount } = await ask(articleEndpoints.list, {
      query: {
        ...{ page, status, keywordId, createdAtBegin: from, createdAtEnd: to },
        site: site === undefined ? undefined : [site],
      },
    })
    return { total: totalCount, rows: nodes.map((row) => rowOf({ ...context }, row)) }
  },
})

const article = tool({
  name: 'read_article',
  title: 'Article',
  description: 'One article: status, text, products, checklist, what QA said, and the state of its post.',
  input: z.object({ article_id: ArticleId }),
  calls: [articleEndpoints.read],
  async run({ ask, ...context }, { article_id: id }) {
    const found = await ask(articleEndpoints.read, { params: { id } })
    return { ...rowOf({ ...context }, found), ...stateOf(found), ...contentOf(found) }
  },
})

const history = tool({
  name: 'article_history',
  title: 'History of an article',
  description: 'What happened to an article, newest first, and the fields that each save changed.',
  input: z.object({ article_id: ArticleId }),
  calls: [articleVersionEndpoints.list, articleEndpoints.read],
  async run({ ask }, { article_id: id }) {
    const [{ nodes }, { events }] = await Promise.all([
      ask(articleVersionEndpoints.list, { params: { id } }),
      ask(articleEndpoints.read, { params: { id } }),
    ])
    const saves = nodes.map(({ version, user, created_at: at, changes }) => ({
      ...{ at, by: user && fullName(user), action: 'saved', version },
      fields: changes.map(({ field }) => field),
    }))
    const others = events.map(({ action, user, created_at: at, comment }) => ({
      ...{ at, by: user && fullName(user), action, comment: clip(comment) },
    }))
    const rows = [...saves, ...others].sort((a, b) => b.at.localeCompare(a.at))
    return { article_id: id, rows }
  },
})

export const ARTICLE_TOOLS = [pending, articles, article, history]
