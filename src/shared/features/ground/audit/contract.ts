import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { Download, NDJSON } from '../../../http/download.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { Day, Id, listOf, PageField, text } from '../../../http/fields.ts'
import { ACT_NAMES, ACTOR_KINDS, AUDIT_NOUNS } from './rules.ts'

export const AuditEntry = z.object({
  id: z.number(),
  created_at: Timestamp,
  actor: z.object({
    /** One of `ACTOR_KINDS`. */
    kind: z.string(),
    /** The acting account, if any. */
    id: z.number().nullable(),
    /** As it was called at that time; what a visitor has typed. */
    name: z.string(),
    role_id: z.string().nullable(),
    /** The API token that a program used; null for all other actors. */
    credential: z.object({ id: z.number(), name: z.string() }).nullable(),
  }),
  address: z.string().nullable(),
  request_id: z.string().nullable(),
  act: z.string(),
  noun: z.string(),
  noun_id: z.string().nullable(),
  label: z.string().nullable(),
  /** Changed fields before and after; without secrets, long texts truncated. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Filter = z.object({
  /** Whose acts. */
  actor_id: Id.optional(),
  /** What kind of actor. */
  kind: listOf(z.enum(ACTOR_KINDS)),
  /** With which API token. */
  credential_id: Id.optional(),
  /** Entries by or about this user. */
  concerns_id: Id.optional(),
  act: listOf(z.enum(ACT_NAMES)),
  /** Acts that are left out. */
  without: listOf(z.enum(ACT_NAMES)),
  noun: z.enum(AUDIT_NOUNS).optional(),
  noun_id: text(100).optional(),
  start_date: Day.optional(),
  end_date: Day.optional(),
})

/** Entries are counted up to this number. */
export const COUNTED_ENTRIES = 10_000

export const auditEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/audit',
    access: ['ManageUsers'],
    summary: `Who did what, newest first, 20 per page. The total is capped at ${COUNTED_ENTRIES + 1}.`,
    query: Filter.extend({ page: PageField }),
    answer: z.object({ nodes: z.array(AuditEntry), totalCount: z.number(), page: z.number() }),
  }),
  listOwn: endpoint({
    method: 'GET',
    path: '/api/profile/acts',
    access: ['Profile'],
    summary: 'The caller’s own entries, without claims of reviews, newest first, 20 per page.',
    query: z.object({ page: PageField }),
    answer: z.object({ nodes: z.array(AuditEntry), totalCount: z.number(), page: z.number() }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/audit/entries.ndjson',
    access: ['ManageUsers'],
    summary: 'The same entries, oldest first, one JSON object per line.',
    query: Filter,
    answer: Download,
    download: [NDJSON],
  }),
}
