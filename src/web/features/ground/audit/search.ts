import { z } from 'zod'
import { ACT_NAMES, ACTOR_KINDS, AUDIT_NOUNS } from '#shared/features/ground/audit/rules.ts'
import { Day, Id, PageField, text } from '#shared/http/fields.ts'
import { type ListFilters, parametersOf } from '#web/ui/list/filter.ts'
import type { ChoiceSource } from '../filters/messages.ts'
import { actLabel, nounLabel, THROUGH_LABELS } from './messages.ts'

const day = Day.optional().catch(undefined)
const OF_MAXIMUM = 100

/** Of the filter by act: sign-ins too. */
const EVERY_ACT = 'all'
/** Most entries are these, and few users look for them. */
const SIGN_INS = ['session.begun', 'session.ended'] as const

/** Filters that exclude entries; invalid values are ignored. */
export const AUDIT_FILTERS = {
  user: {
    kind: 'one',
    label: 'Person',
    none: 'All people',
    from: 'people',
    address: Id.optional().catch(undefined),
  },
  act: {
    kind: 'one',
    label: 'Act',
    none: 'All but sign-ins',
    from: [
      { value: EVERY_ACT, label: 'All acts' },
      ...ACT_NAMES.map((value) => ({ value, label: actLabel(value) })),
    ],
    address: z
      .enum([EVERY_ACT, ...ACT_NAMES])
      .optional()
      .catch(undefined),
  },
  noun: {
    kind: 'one',
    label: 'Subject',
    none: 'Any subject',
    from: AUDIT_NOUNS.map((value) => ({ value, label: nounLabel(value) })),
    address: z.enum(AUDIT_NOUNS).optional().catch(undefined),
  },
  /** The id of the object. */
  of: {
    kind: 'typed',
    within: 'noun',
    label: (noun: string) => `${nounLabel(noun)} number`,
    maxLength: OF_MAXIMUM,
    address: text(OF_MAXIMUM).optional().catch(undefined),
  },
  through: {
    kind: 'one',
    label: 'Through',
    none: 'Any way',
    from: ACTOR_KINDS.map((value) => ({ value, label: THROUGH_LABELS[value] })),
    address: z.enum(ACTOR_KINDS).optional().catch(undefined),
  },
  /** The id of an API token: entries of other tokens, and without one, are left out. */
  token: { kind: 'bare', address: Id.optional().catch(undefined) },
  from: { kind: 'days', label: 'Done', until: 'to', address: day },
  to: { kind: 'bare', address: day },
} as const satisfies ListFilters<ChoiceSource>

/** The address of the audit trail. */
export const AuditSearch = z.object({ ...parametersOf(AUDIT_FILTERS), page: PageField.catch(1) })
export type AuditSearch = z.infer<typeof AuditSearch>

/** The filters in the shape of the request. */
export const askedOf = ({ user, act, noun, of, through, token, from, to }: AuditSearch) => ({
  actor_id: user,
  ...(act === undefined ? { without: [...SIGN_INS] } : act === EVERY_ACT ? {} : { act: [act] }),
  noun,
  noun_id: noun && (of || undefined),
  ...(through === undefined ? {} : { kind: [through] }),
  credential_id: token,
  start_date: from,
  end_date: to,
})
export type AuditQuestion = ReturnType<typeof askedOf>
