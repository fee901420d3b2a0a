import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { articleMirrors } from '#server/db/schema/article-work.ts'
import { articleReturns, articles } from '#server/db/schema/articles.ts'
import { boardComments, boardSections, boardTasks } from '#server/db/schema/board.ts'
import {
  type ArticleStatus,
  CLOSED_STATUSES,
  TASK_SECTIONS,
} from '#shared/features/articles/articles/rules.ts'
import { composeNotes } from '../features/articles/articles/verbs/mirror-task.ts'
import type { SampleArticle } from './articles.ts'
import type { Placed } from './fill-parts.ts'
import { before, DAY } from './moments.ts'
import { sampleNameOf } from './people.ts'
import type { SampleSiteCode } from './site-codes.ts'
import { SAMPLE_SITES } from './sites.ts'

const gid = (kind: number, ...parts: number[]) =>
  `1${kind}${parts
    .map((part) => String(part).padStart(4, '0'))
    .join('')
    .padStart(14, '0')}`

/** The board of each site. */
export const boardGidOf = (code: SampleSiteCode) =>
  gid(1, SAMPLE_SITES.findIndex((site) => site.code === code) + 1)

/** The board of each site's copy; some have none, so that both can be seen. */
export const copyboardGidOf = (code: SampleSiteCode) => {
  const position = SAMPLE_SITES.findIndex((site) => site.code === code) + 1
  return position % 3 === 0 ? null : gid(7, position)
}

const STATUSES = Object.keys(TASK_SECTIONS) as Exclude<ArticleStatus, 'draft'>[]
const sectionGidOf = (code: SampleSiteCode, status: ArticleStatus) =>
  gid(
    2,
    SAMPLE_SITES.findIndex((site) => site.code === code) + 1,
    (STATUSES as readonly ArticleStatus[]).indexOf(status),
  )

/** Every site's board has a section for each status. */
export function sampleSections() {
  return SAMPLE_SITES.flatMap(({ code }) =>
    STATUSES.map((status, position) => ({
      gid: sectionGidOf(code, status),
      boardGid: boardGidOf(code),
      name: TASK_SECTIONS[status],
      position,
    })),
  )
}

/** The task of an article, where its mirror would have put it; drafts have none. */
export function sampleTask(article: SampleArticle, articleId: number, now: Date) {
  const { status, site } = article
  if (status === 'draft') return null
  const taskGid = gid(3, articleId)
  const isUrgent = status === 'returned' || before(now, 2 * DAY) > article.createdAt
  return {
    task: {
      gid: taskGid,
      boardGid: boardGidOf(site),
      sectionGid: sectionGidOf(site, status),
      key: `article-${articleId}`,
      name: article.title,
      notes: notesOf(article, articleId),
      priority: CLOSED_STATUSES.includes(status) ? null : isUrgent ? 'High' : 'Medium',
      isCompleted: CLOSED_STATUSES.includes(status),
      createdAt: article.createdAt,
      modifiedAt: article.updatedAt,
    },
    link: { taskGid, taskUrl: `/board/task/${taskGid}`, taskSection: TASK_SECTIONS[status] },
    comments: article.returns.map(({ kind, by, reason, createdAt }) => ({
      taskGid,
      text: `${kind === 'return' ? 'Returned' : 'Rejected'} by ${sampleNameOf(by)}:\n${reason}`,
      createdAt,
    })),
  }
}

function notesOf(article: SampleArticle, articleId: number): string {
  const { displayName = '' } = SAMPLE_SITES.find(({ code }) => code === article.site) ?? {}
  const requester = sampleNameOf(article.by)
  const { keywords, products } = article
  return composeNotes({ articleId, site: displayName, requester, keywords, products }, '')
}

/** Each article's task on its site's board, as if the mirror had been at it. */
export async function insertTasks(tx: Db, placed: Placed, now: Date): Promise<void> {
  const tasks = placed.flatMap(({ article, articleId }) => {
    const made = sampleTask(article, articleId, now)
    return made === null ? [] : [{ ...made, article, articleId }]
  })
  await tx.insert(boardSections).values(sampleSections())
  await tx.insert(boardTasks).values(tasks.map(({ task }) => task))
  await tx.insert(boardComments).values(tasks.flatMap(({ comments }) => comments))
  await tx.insert(articleMirrors).values(
    tasks.map(({ article, articleId }) => ({
      articleId,
      target: 'task' as const,
      state: 'done' as const,
      version: article.version,
      status: article.status,
      returnId: sql`(select max(${articleReturns.id}) from ${articleReturns} where ${articleReturns.articleId} = ${articleId})`,
      updatedAt: article.updatedAt,
    })),
  )
  for (const { articleId, link } of tasks) {
    await tx.update(articles).set(link).where(eq(articles.id, articleId))
  }
}
