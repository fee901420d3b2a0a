import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { requiredText, text } from '../../../http/fields.ts'
import { UserName } from '../../ground/users/contract.ts'

const Gid = z.string().regex(/^\d{1,20}$/, 'Enter the number of a board or task')
const GidParams = z.object({ gid: Gid })

/** Priorities of a task. */
export const PRIORITIES = ['High', 'Medium', 'Low'] as const

export const TaskCard = z.object({
  gid: z.string(),
  name: z.string(),
  priority: z.string().nullable(),
  completed: z.boolean(),
  modified_at: Timestamp,
})

export const BoardCard = TaskCard.extend({
  /** The task's article; null if there is none, or if the user may not read articles. */
  article: z.object({ image_url: z.string().nullable(), user: UserName }).nullable(),
})
export type BoardCard = z.infer<typeof BoardCard>

export const Board = z.object({
  gid: z.string(),
  /** The site whose articles are followed here. */
  name: z.string(),
  sections: z.array(
    z.object({
      gid: z.string(),
      name: z.string(),
      /** Number of tasks in the section; only the newest are listed. */
      count: z.number(),
      tasks: z.array(BoardCard),
    }),
  ),
})
export type Board = z.infer<typeof Board>

export const Task = TaskCard.extend({
  notes: z.string(),
  section: z.string(),
  board: z.object({ gid: z.string(), name: z.string(), sections: z.array(z.string()) }),
  /** The newest hundred, the oldest of them first. */
  comments: z.array(z.object({ text: z.string(), created_at: Timestamp })),
  /** How many there are before them. */
  older_comments: z.number(),
  /** The article that the task belongs to. */
  article_id: z.number().nullable(),
})
export type Task = z.infer<typeof Task>

export const boardEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/board',
    access: ['ViewTools'],
    summary: 'The boards of the built-in task board, by name; empty if the team uses an outside one.',
    answer: z.array(z.object({ gid: z.string(), name: z.string() })),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/board/:gid',
    access: ['ViewTools'],
    summary: 'A board of the built-in task board, with its sections and their newest tasks.',
    params: GidParams,
    answer: Board,
  }),
  readTask: endpoint({
    method: 'GET',
    path: '/api/board/task/:gid',
    access: ['ViewTools'],
    summary: 'A task of the built-in task board.',
    params: GidParams,
    answer: Task,
  }),
  changeTask: endpoint({
    method: 'PATCH',
    path: '/api/board/task/:gid',
    access: ['ManageArticles'],
    summary:
      'Move a task to another section, complete it or set its priority. This publishes its article only if the post is live.',
    params: GidParams,
    body: z.object({
      section: text(200).optional(),
      completed: z.boolean().optional(),
      priority: z.enum(PRIORITIES).nullable().optional(),
    }),
    answer: Task,
  }),
  comment: endpoint({
    method: 'POST',
    path: '/api/board/task/:gid/comments',
    access: ['ManageArticles'],
    summary: 'Comment on a task.',
    params: GidParams,
    body: z.object({ text: requiredText(2000, 'Missing comment') }),
    answer: Task,
    status: 201,
  }),
}
