import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { IdInBody, IdParams, nameText, text } from '../../../http/fields.ts'
import { ExportJob } from '../../ground/exports/contract.ts'
import { UserName } from '../../ground/users/contract.ts'

export const STATEMENT_MAXIMUM = 20_000
export const QUERY_NAME_MAXIMUM = 80

/** Limits of an answer in size and time. */
export const CONSOLE_LIMITS = { rows: 10_000, bytes: 8 * 1024 * 1024, seconds: 10, atOnce: 3 } as const

export const NO_STATEMENT = 'Type a query first.'
const Statement = text(STATEMENT_MAXIMUM).refine((statement) => statement.trim() !== '', NO_STATEMENT)

export const QueryError = z.object({
  message: z.string(),
  /** Position in the statement in characters, starting at 1; left out if unknown. */
  position: z.number().optional(),
  hint: z.string().optional(),
})
export type QueryError = z.infer<typeof QueryError>

export const QueryRows = z.object({
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  /** Cells in column order, in PostgreSQL's text format; null for NULL. */
  rows: z.array(z.array(z.string().nullable())),
  /** Why there may be more rows; null if these are all. */
  cut: z.enum(['rows', 'bytes']).nullable(),
  milliseconds: z.number(),
})
export type QueryRows = z.infer<typeof QueryRows>

export const QueryAnswer = z.union([QueryRows, z.object({ error: QueryError })])
export type QueryAnswer = z.infer<typeof QueryAnswer>

export const ConsoleTable = z.object({
  name: z.string(),
  meaning: z.string(),
  /** Estimated number of rows; null before the server's first analyze. */
  rows: z.number().nullable(),
  columns: z.array(z.object({ name: z.string(), type: z.string(), meaning: z.string() })),
})
export type ConsoleTable = z.infer<typeof ConsoleTable>

export const Console = z.object({
  /** Why the console is off, and how to turn it on; null if it is on. */
  off: z.string().nullable(),
  /** A warning about the server; null if there is none. */
  warning: z.string().nullable(),
  /** The database role that runs statements; null while the console is off. */
  role: z.string().nullable(),
  tables: z.array(ConsoleTable),
})
export type Console = z.infer<typeof Console>

export const Attempt = z.object({
  attempt_id: z.number(),
  statement: z.string(),
  /** Shown on the screen, or exported as a file. */
  purpose: z.enum(['screen', 'file']),
  asked_at: Timestamp,
  rows: z.number().nullable(),
  milliseconds: z.number().nullable(),
  error: z.string().nullable(),
})
export type Attempt = z.infer<typeof Attempt>

const SavedQuery = z.object({
  query_id: z.number(),
  name: z.string(),
  statement: z.string(),
  owner: UserName,
  is_own: z.boolean(),
  /** The user's own, or left by a user who can no longer sign in. */
  may_delete: z.boolean(),
  version: z.number(),
  updated_at: Timestamp,
})
export type SavedQuery = z.infer<typeof SavedQuery>

const QueryName = nameText(QUERY_NAME_MAXIMUM, 'Please name the query.')
export const QueryForm = z.object({ name: QueryName })

export const dbQueryEndpoints = {
  execute: endpoint({
    method: 'POST',
    path: '/api/query',
    access: ['ManageFeatureFlags'],
    callers: 'person',
    summary:
      'Run one read-only statement. Returns rows, or an error object if PostgreSQL or the console rejects it.',
    body: z.object({ query: Statement }),
    answer: QueryAnswer,
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/query/export',
    access: ['ManageFeatureFlags'],
    callers: 'person',
    summary: 'Start an export of a statement’s result.',
    body: z.object({ query: Statement, format: z.enum(['csv', 'xlsx']) }),
    answer: ExportJob,
    status: 202,
  }),
  console: endpoint({
    method: 'GET',
    path: '/api/query/tables',
    access: ['ManageFeatureFlags'],
    callers: 'person',
    summary: 'Every view that can be queried, with its columns and their meaning.',
    answer: Console,
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/query/history',
    access: ['ManageFeatureFlags'],
    callers: 'person',
    summary: 'Your latest queries, newest first; of exports only those refused or failed, with the reason.',
    answer: z.array(Attempt),
  }),
  saved: endpoint({
    method: 'GET',
    path: '/api/query/saved',
    access: ['ManageFeatureFlags'],
    callers: 'person',
    summary: 'Saved queries by name; visible to everyone with console access.',
    answer: z.array(SavedQuery),
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/query/saved',
    access: ['ManageFeatureFlags'],
    callers: 'person',
    summary: 'Save a query under a name.',
    body: z.object({ name: QueryName, query: Statement }),
    answer: SavedQuery,
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/query/saved/:id',
    access: ['ManageFeatureFlags'],
    callers: 'person',
    summary: 'Change your own saved query. 409 if it has changed since `version`.',
    params: IdParams,
    body: z.object({ name: QueryName, query: Statement, version: IdInBody }),
    answer: SavedQuery,
    refusals: { 409: SavedQuery },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/query/saved/:id',
    access: ['ManageFeatureFlags'],
    callers: 'person',
    summary: 'Delete your own saved query, or one whose owner is locked.',
    params: IdParams,
  }),
}
