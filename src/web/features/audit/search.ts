import { z } from 'zod'
import { ACT_NAMES, AUDIT_NOUNS } from '#shared/features/audit/rules.ts'
import { Day, Id, PageField, text } from '#shared/http/fields.ts'

/** What an address says of the trail; whatever it says wrongly counts as not said. */
export const AuditSearch = z.object({
  user: Id.optional().catch(undefined),
  act: z.enum(ACT_NAMES).optional().catch(undefined),
  noun: z.enum(AUDIT_NOUNS).optional().catch(undefined),
  /** Which one of that noun. */
  of: text(100).optional().catch(undefined),
  /** First and last day, both included. */
  from: Day.optional().catch(undefined),
  to: Day.optional().catch(undefined),
  page: PageField.catch(1),
})
export type AuditSearch = z.infer<typeof AuditSearch>
export type AuditFilter = Omit<AuditSearch, 'page'>

/** The parameters that leave entries out. */
export const AUDIT_FILTERS = ['user', 'act', 'noun', 'of', 'from', 'to'] as const

/** The filters alone: what a search asks without its page. */
export const auditFilterOf = ({ user, act, noun, of, from, to }: AuditSearch): AuditFilter => ({
  ...{ user, act, noun, of: noun === undefined ? undefined : of },
  ...{ from, to },
})
