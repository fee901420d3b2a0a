import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { AuditNoun } from '#shared/features/ground/audit/rules.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import type { Db } from '../../../db/connect.ts'
import { startOfDay } from '../../../db/day.ts'
import { articles } from '../../../db/schema/articles.ts'
import { auditEntries } from '../../../db/schema/audit.ts'

export interface AuditFilter {
  /** Entries by this user. */
  actorId?: number | undefined
  /** Entries by actors of these kinds. */
  kind?: readonly string[] | undefined
  /** Entries by programs with this API token. */
  credentialId?: number | undefined
  /** Entries by or about this user. */
  concernsId?: number | undefined
  act?: readonly string[] | undefined
  /** Acts that are left out. */
  without?: readonly string[] | undefined
  noun?: AuditNoun | undefined
  nounId?: string | undefined
  /** First and last day, both included, as `yyyy-MM-dd` in the organization's time zone. */
  startDate?: string | undefined
  endDate?: string | undefined
  timeZone: string
}

const given = <Value>(value: Value | undefined, condition: (value: Value) => SQL | undefined) =>
  value === undefined ? undefined : condition(value)

/** Release 0.2.0 recorded acts of people's runs with kind `token`, but without an API token. */
function isByKind(kinds: readonly string[]): SQL | undefined {
  const { actorKind, credentialId } = auditEntries
  const others = kinds.filter((kind) => kind !== 'token')
  const token = eq(actorKind, 'token')
  return or(
    others.length > 0 ? inArray(actorKind, others) : undefined,
    kinds.includes('token') ? and(token, isNotNull(credentialId)) : undefined,
    kinds.includes('run') ? and(token, isNull(credentialId)) : undefined,
  )
}

function matching(filter: AuditFilter): SQL | undefined {
  const { timeZone } = filter
  const { actorId, credentialId, noun, nounId, act, createdAt } = auditEntries
  return and(
    given(filter.actorId, (id) => eq(actorId, id)),
    given(filter.kind, isByKind),
    given(filter.credentialId, (id) => eq(credentialId, id)),
    given(filter.concernsId, (id) => or(eq(actorId, id), and(eq(noun, 'user'), eq(nounId, String(id))))),
    given(filter.act, (acts) => inArray(sql<string>`${act}`, [...acts])),
    given(filter.without, (acts) => notInArray(sql<string>`${act}`, [...acts])),
    given(filter.noun, (name) => eq(noun, name)),
    given(filter.nounId, (id) => eq(nounId, id)),
    given(filter.startDate, (day) => gte(createdAt, startOfDay(day, { timeZone }))),
    given(filter.endDate, (day) => lt(createdAt, startOfDay(day, { plusDays: 1, timeZone }))),
  )
}

/** Fields of another user's draft that the audit trail shows. Its text is visible only to its owner. */
const TOLD_OF_DRAFTS = ['status', 'site', 'siteId', 'userId']

/** The article of an entry, if it still exists. */
const isAbout = sql`${articles.id} = case when ${auditEntries.noun} = 'article' and ${auditEntries.nounId} ~ '^[0-9]{1,9}$'
  then ${auditEntries.nounId}::integer end`

/**
 * The fields of an entry that this reader may see. Content of another user's draft is hidden, also after the
 * draft was deleted, unless the reader wrote the entry. Once the article is sent to QA, everything is
 * visible.
 */
function told(viewerId: number) {
  const { act, noun, actorId, label, before, after } = auditEntries
  const isOwn = sql`(${actorId} is not distinct from ${viewerId} and ${act} <> 'article.handed-over')`
  const isOpen = sql`(${articles.status} <> 'draft' or ${articles.userId} = ${viewerId})`
  const isHidden = sql`(${noun} = 'article' and not ${isOwn} and ${isOpen} is not true)`
  const shown = (fields: AnyPgColumn) => sql<Record<
    string,
    unknown
  > | null>`case when ${fields} is not null and ${isHidden}
    then (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${fields})
      where ${inArray(sql`key`, TOLD_OF_DRAFTS)})
    else ${fields} end`
  return {
    label: sql<string | null>`case when not ${isHidden} then ${label} end`,
    before: shown(before),
    after: shown(after),
  }
}

/** The reader. */
interface Viewed {
  viewerId: number
}

export async function listEntries(db: Db, { viewerId, ...filter }: AuditFilter & Viewed & { page: number }) {
  // The page first: an entry's fields do not depend on other entries.
  const page = db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(matching(filter))
    .orderBy(desc(auditEntries.id))
    .limit(PAGE_SIZE)
    .offset((filter.page - 1) * PAGE_SIZE)
  return db
    .select({ ...getTableColumns(auditEntries), ...told(viewerId) })
    .from(auditEntries)
    .leftJoin(articles, isAbout)
    .where(inArray(auditEntries.id, page))
    .orderBy(desc(auditEntries.id))
}

/** Number of matching entries, counted up to `most`. */
export async function countEntries(db: Db, filter: AuditFilter, most: number): Promise<number> {
  const some = db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(matching(filter))
    .limit(most)
    .as('e')
  const [total] = await db.select({ count: count() }).from(some)
  return total?.count ?? 0
}

/** All matching entries as one JSON text in the API's format, oldest first. */
export function entriesAsJson({ viewerId, ...filter }: AuditFilter & Viewed): SQL {
  const e = auditEntries
  const { label, before, after } = told(viewerId)
  const where = matching(filter)
  return sql`
    select json_build_object(
      'id', ${e.id}, 'created_at', to_char(${e.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'actor', json_build_object('kind', ${e.actorKind}, 'id', ${e.actorId}, 'name', ${e.actorName}, 'role_id', ${e.roleId},
        'credential', case when ${e.credentialId} is not null
          then json_build_object('id', ${e.credentialId}, 'name', ${e.credentialName}) end),
      'address', ${e.address}, 'request_id', ${e.requestId},
      'act', ${e.act}, 'noun', ${e.noun}, 'noun_id', ${e.nounId}, 'label', ${label},
      'before', ${before}, 'after', ${after})
    from ${e} left join ${articles} on ${isAbout} ${where ? sql`where ${where}` : sql``} order by ${e.id}`
}
