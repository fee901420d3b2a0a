import { z } from 'zod'
import { SCREENS } from '#shared/access/screens.ts'
import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import { keywordCommentEndpoints } from '#shared/features/keywords/keyword-comments/contract.ts'
import { CountryField } from '#shared/features/keywords/opportunities/contract.ts'
import { plannerEndpoints } from '#shared/features/keywords/planner/contract.ts'
import { clip, tool } from './tool.ts'

/** What makes a repeated call the same one. */
const Key = z
  .string()
  .regex(/^[\w.:-]{8,100}$/)
  .describe('An ID of your own (8 to 100 letters, digits, - . : _), the same when you try again')

const articleLink = (id: number) => SCREENS.article.path.replace('$id', String(id))

const draft = tool({
  name: 'draft_article',
  title: 'Draft an article',
  description:
    'Makes a draft that only this account sees. A person reads it and sends it to QA in Copydesk. Give the same key when you try again.',
  input: z.object({
    key: Key,
    site_id: z.int().positive(),
    keywords: z.array(z.string().min(1).max(255)).min(1).max(20),
    title: z.string().max(255).optional(),
    intro: z.string().max(10_000).optional(),
    notes: z.string().max(5000).optional(),
  }),
  calls: [articleEndpoints.create],
  writes: true,
  async run({ ask, link }, { key, site_id: siteId, ...rest }) {
    const {
      article_id: id,
      title,
      status,
    } = await ask(articleEndpoints.create, { body: { ...rest, siteId, draft: true } }, key)
    return { article_id: id, title: clip(title), status, link: link(articleLink(id)) }
  },
})

const comment = tool({
  name: 'comment_on_keyword',
  title: 'Comment on a keyword',
  description: 'Adds a comment of at most 200 characters, which everybody who sees keywords reads.',
  input: z.object({
    key: Key,
    keyword_id: z.int().positive(),
    comment: z.string().min(1).max(200),
  }),
  calls: [keywordCommentEndpoints.create],
  writes: true,
  async run({ ask }, { key, keyword_id: id, comment }) {
    const { comment: written } = await ask(
      keywordCommentEndpoints.create,
      { params: { id }, body: { comment } },
      key,
    )
    return { comment_id: written.comment_id, keyword_id: id }
  },
})

const tick = tool({
  name: 'tick_checklist',
  title: 'Tick a checklist entry',
  description: 'Marks an entry of an article’s checklist as done or not done.',
  input: z.object({ article_id: z.int().positive(), position: z.int().min(0), done: z.boolean() }),
  calls: [articleEndpoints.tick],
  writes: true,
  async run({ ask }, { article_id: id, ...body }) {
    const { checklist } = await ask(articleEndpoints.tick, { params: { id }, body })
    const rows = checklist.map(({ position, text, done_at: at }) => ({
      position,
      text: clip(text),
      done: at !== null,
    }))
    return { article_id: id, rows }
  },
})

const plan = tool({
  name: 'plan_keywords',
  title: 'Plan keywords',
  description: 'Puts keywords into a site’s editorial plan. Without a month, the season proposes one.',
  input: z.object({
    key: Key,
    site_id: z.int().positive(),
    country: CountryField,
    keywords: z.array(z.string().min(1).max(255)).min(1).max(20),
    month: z
      .string()
      .regex(/^2\d{3}-(0[1-9]|1[0-2])$/)
      .optional()
      .describe('2027-03'),
    note: z.string().max(500).optional(),
  }),
  calls: [plannerEndpoints.create],
  writes: true,
  async run({ ask }, { key, ...body }) {
    const { planned, already } = await ask(plannerEndpoints.create, { body }, key)
    const told = ({ plan_id, keyword, month }: (typeof planned)[number]) => ({ plan_id, keyword, month })
    return { planned: planned.map(told), already: already.map(told) }
  },
})

export const WRITING_TOOLS = [draft, comment, tick, plan]
