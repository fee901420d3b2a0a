import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { Id, IdInBody, listOf, requiredText, text } from '../../../http/fields.ts'
import { PERIODS } from '../gsc-keywords/rules.ts'
import { MOST_TASKS, TASK_AIMS, TASK_STATES } from './rules.ts'

/** A proposal as a task of its site's board, or on its way there. */
export const SearchTask = z.object({
  search_task_id: z.number(),
  aim: z.enum(TASK_AIMS),
  /** `pending` while the board is asked. */
  state: z.enum(TASK_STATES),
  /** Address of the task; a path if it is our own page; null while there is no task. */
  url: z.string().nullable(),
  /** Why there is none, for people. */
  error: z.string().nullable(),
  /** The user who requested it; null if that account was deleted. */
  by: z.string().nullable(),
  created_at: Timestamp,
})
export type SearchTask = z.infer<typeof SearchTask>

export const WantedTask = z.object({
  post_id: text(100).min(1),
  site_id: IdInBody,
  query: requiredText(300, 'Enter a query'),
  aim: z.enum(TASK_AIMS),
})
export type WantedTask = z.output<typeof WantedTask>

export const AskedTask = z.object({
  post_id: z.string(),
  site_id: z.number(),
  query: z.string(),
  /** The task, new or existing; null if none can be created. */
  task: SearchTask.nullable(),
  /** Why none can be made, for people. */
  error: z.string().nullable(),
})
export type AskedTask = z.infer<typeof AskedTask>

/** What a task about a post would ask for, by the query that most people see it by in striking distance. */
export const TaskProposal = z.object({
  period: z.literal(PERIODS),
  post_id: z.string(),
  site_id: z.number(),
  query: z.string(),
  impressions: z.number(),
  position: z.number(),
  /** The task made from it; null if none was requested. */
  task: SearchTask.nullable(),
})
export type TaskProposal = z.infer<typeof TaskProposal>

const access = ['ViewKeywords'] as const

export const searchTasksEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/search-tasks',
    access,
    summary: 'Progress of search console tasks.',
    query: z.object({ ids: listOf(Id, MOST_TASKS) }),
    answer: z.array(SearchTask),
  }),
  proposal: endpoint({
    method: 'GET',
    path: '/api/search-tasks/proposal',
    access,
    summary:
      'The task available for a post: move a query in striking distance to the top. Null if there is none or the site has no board.',
    query: z.object({ site: text(20).min(1), post_id: text(100).min(1) }),
    answer: z.object({ proposal: TaskProposal.nullable() }),
  }),
  make: endpoint({
    method: 'POST',
    path: '/api/search-tasks',
    access,
    summary:
      'Create tasks from search console proposals, each on its site’s board and only once. Failed or deleted ones are created again.',
    body: z.object({ period: z.literal(PERIODS), tasks: z.array(WantedTask).min(1).max(MOST_TASKS) }),
    answer: z.array(AskedTask),
    status: 202,
  }),
}
