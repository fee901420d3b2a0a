import type { Attempt, Console, QueryAnswer, SavedQuery } from '#shared/features/operate/db-query/contract.ts'
import type { StatementError } from '../../../db/console/ask.ts'
import { viewMeanings } from '../../../db/console/views.ts'
import type { Caller } from '../../../security/actor.ts'
import { presentUserName } from '../../ground/area.ts'
import type { describeViews, FoundQuery } from './queries.ts'
import type { listAttempts } from './store.ts'

export const presentError = ({ message, position, hint }: StatementError): QueryAnswer => ({
  error: {
    message,
    ...(position === null ? {} : { position }),
    ...(hint === null ? {} : { hint }),
  },
})

export const presentQuery = ({ query, owner }: FoundQuery, actor: Caller): SavedQuery => ({
  query_id: query.id,
  name: query.name,
  statement: query.statement,
  owner: presentUserName(owner),
  is_own: query.userId === actor.id,
  may_delete: query.userId === actor.id || !owner.active,
  version: query.version,
  updated_at: query.updatedAt.toISOString(),
})

export const presentAttempt = (attempt: Awaited<ReturnType<typeof listAttempts>>[number]): Attempt => ({
  attempt_id: attempt.id,
  statement: attempt.statement,
  purpose: attempt.purpose,
  asked_at: attempt.askedAt.toISOString(),
  rows: attempt.rows,
  milliseconds: attempt.milliseconds,
  error: attempt.error,
})

/** The views as they are declared, with the types that the database gives their columns. */
export function presentTables(described: Awaited<ReturnType<typeof describeViews>>): Console['tables'] {
  const typeOf = new Map(described.map(({ view, column, type }) => [`${view}.${column}`, type]))
  const rowsOf = new Map(described.map(({ view, rows }) => [view, rows]))
  return viewMeanings().map(({ name, meaning, columns }) => ({
    name,
    meaning,
    rows: rowsOf.get(name) ?? null,
    columns: columns.map((column) => ({ ...column, type: typeOf.get(`${name}.${column.name}`) ?? '' })),
  }))
}
