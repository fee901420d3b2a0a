import { z } from 'zod'
import { DateOnly, Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { oldVersionOf } from '../../../http/errors.ts'
import { Id, IdInBody, IdParams, requiredText, text } from '../../../http/fields.ts'
import { UserName } from '../users/contract.ts'
import { normalizedFlagName, STORED_TYPES, storedTypeOf } from './rules.ts'

export const FLAG_NAME_MAXIMUM = 80
export const FLAG_VALUE_MAXIMUM = 500

export const FLAG_MESSAGES = {
  name: 'Please Input Feature Flag Name!',
  value: 'Please Input Value!',
} as const

/** Accepts both vocabularies: `boolean` is stored as `bool`, `enum` as `string`. */
export const TypeField = z.enum(['bool', 'boolean', 'enum', 'string']).transform(storedTypeOf)

const NameField = requiredText(FLAG_NAME_MAXIMUM, FLAG_MESSAGES.name)
  .transform(normalizedFlagName)
  .refine((name) => name !== '', FLAG_MESSAGES.name)

const ValueField = z
  .union([z.boolean(), text(FLAG_VALUE_MAXIMUM)], { error: FLAG_MESSAGES.value })
  .transform((value) => String(value).trim())
  .refine((value) => value !== '', FLAG_MESSAGES.value)

export const NewFlag = z.object({ feature_flag: NameField, type: TypeField, value: ValueField })
export type NewFlag = z.output<typeof NewFlag>

export const FlagChange = NewFlag.partial().extend({
  /** The version that was read; left out, the last save wins. */
  version: IdInBody.optional(),
})
export type FlagChange = z.output<typeof FlagChange>

export const FlagFields = z.object({
  /** Its name. */
  feature_flag: z.string(),
  type: z.enum(STORED_TYPES),
  /** True or false of a `bool`, otherwise text. */
  value: z.union([z.boolean(), z.string()]),
})

export const FeatureFlag = FlagFields.extend({
  feature_flag_id: z.number(),
  version: z.number(),
  updated_at: Timestamp,
  /** The user who last changed it; null if no user did. */
  updated_by: UserName.nullable(),
})
export type FeatureFlag = z.infer<typeof FeatureFlag>

export const FlagOption = z.object({
  name: z.string(),
  type: z.enum(['boolean', 'enum', 'string']),
  /** What an enum can be; nothing of the others. */
  values: z.array(z.string()),
  /** The value until a user sets it. */
  default: z.union([z.boolean(), z.string()]),
  meaning: z.string(),
})
export type FlagOption = z.infer<typeof FlagOption>

export const FlagUse = z.object({
  feature_flag: z.string(),
  /** How often the server asked what it says; some readings of the last minute may be missing. */
  reads_today: z.number(),
  /** `yyyy-MM-dd`; null if never read since counting began. */
  last_read: DateOnly.nullable(),
})
export type FlagUse = z.infer<typeof FlagUse>

/** The version that was read; left out, whatever happened since counts for nothing. */
export const ReadVersion = z.object({ version: Id.optional() })

export const FLAG_ACTS = ['created', 'changed', 'archived', 'restored'] as const

export const FlagEvent = z.object({
  id: z.number(),
  feature_flag_id: z.number(),
  act: z.enum(FLAG_ACTS),
  before: FlagFields.nullable(),
  after: FlagFields,
  user: UserName.nullable(),
  changed_at: Timestamp,
  /** The flag's version, with which this can be undone; null if something has happened to the flag since. */
  version: z.number().nullable(),
})
export type FlagEvent = z.infer<typeof FlagEvent>

export const featureFlagEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/feature-flags',
    access: 'signedIn',
    summary: 'The flags that are set, by name. For all others the defaults apply.',
    answer: z.array(FeatureFlag),
  }),
  options: endpoint({
    method: 'GET',
    path: '/api/feature-flags/options',
    access: ['ManageFeatureFlags'],
    summary: 'The flags that the product reads: their types, values, defaults and meanings.',
    answer: z.array(FlagOption),
  }),
  uses: endpoint({
    method: 'GET',
    path: '/api/feature-flags/uses',
    access: ['ManageFeatureFlags'],
    summary: 'Reads of each flag today, and the day of the last read.',
    answer: z.array(FlagUse),
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/feature-flags/history',
    access: ['ManageFeatureFlags'],
    summary: 'The last fifty flag changes with user, old and new value, newest first.',
    answer: z.array(FlagEvent),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/feature-flags',
    access: ['ManageFeatureFlags'],
    stepUp: true,
    summary: 'Add a flag. 409 if the name is taken or archived.',
    idempotent: true,
    body: NewFlag,
    answer: FeatureFlag,
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/feature-flags/:id',
    access: ['ManageFeatureFlags'],
    stepUp: true,
    summary: 'Change a flag. Fields that are left out stay as they are.',
    params: IdParams,
    body: FlagChange,
    answer: FeatureFlag,
    refusals: { 409: oldVersionOf(FeatureFlag) },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/feature-flags/:id',
    access: ['ManageFeatureFlags'],
    stepUp: true,
    summary:
      'Archive a flag: restores its default and reserves its name. 409 if it has changed since `version`.',
    params: IdParams,
    query: ReadVersion,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/feature-flags/:id/restore',
    access: ['ManageFeatureFlags'],
    stepUp: true,
    summary: 'Restore an archived flag. 409 if it has changed since `version`.',
    params: IdParams,
    query: ReadVersion,
    answer: FeatureFlag,
  }),
}
