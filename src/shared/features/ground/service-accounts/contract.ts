import { z } from 'zod'
import { ROLE_IDS } from '../../../access/roles.ts'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { oldVersionOf } from '../../../http/errors.ts'
import { IdInBody, IdParams, nameText, PageField, SortOrder, sortKey, text } from '../../../http/fields.ts'
import { Role } from '../auth/contract.ts'

const NAME_MAXIMUM = 100
const PURPOSE_MAXIMUM = 200

/** An account for a program instead of a person: no password, no sign-in, only tokens. Its id is that of a user. */
export const ServiceAccount = z.object({
  id: z.number(),
  name: z.string(),
  /** What it is there for, in a sentence. */
  purpose: z.string(),
  role_id: z.enum(ROLE_IDS),
  role: Role,
  /** False while it is locked. */
  active: z.boolean(),
  /** Who answers for it. */
  owner: z.object({ id: z.number(), name: z.string(), active: z.boolean() }),
  created_at: Timestamp,
  created_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Tokens that work. */
  tokens: z.number(),
  /** When the first of them ends; null if it has none. */
  next_end_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  last_address: z.string().nullable(),
  version: z.number(),
})
export type ServiceAccount = z.infer<typeof ServiceAccount>

export const SERVICE_ACCOUNT_SORTS = ['name', 'role', 'owner', 'tokens', 'last_used_at', 'active'] as const

export const ServiceAccountBody = z.object({
  name: nameText(NAME_MAXIMUM, 'Please name the service account.'),
  purpose: text(PURPOSE_MAXIMUM).default(''),
  role_id: z.enum(ROLE_IDS),
  owner_id: IdInBody,
})
export type ServiceAccountBody = z.infer<typeof ServiceAccountBody>

export const ServiceAccountChange = ServiceAccountBody.extend({
  active: z.boolean(),
  version: z.number().int().min(0),
})
export type ServiceAccountChange = z.infer<typeof ServiceAccountChange>

export const serviceAccountEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/service-accounts',
    access: ['ManageUsers'],
    summary: 'Service accounts by name, 20 per page.',
    query: z.object({
      page: PageField,
      query: text(200).optional(),
      sort: sortKey('service_accounts', SERVICE_ACCOUNT_SORTS).default('name'),
      sortOrder: SortOrder.default('asc'),
    }),
    answer: z.object({ nodes: z.array(ServiceAccount), totalCount: z.number(), page: z.number() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/service-accounts/:id',
    access: ['ManageUsers'],
    summary: 'One service account.',
    params: IdParams,
    answer: ServiceAccount,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/service-accounts',
    access: ['CreateUser'],
    stepUp: true,
    idempotent: true,
    summary:
      'Create a service account. It needs an owner who can sign in, and only administrators make one with the role of an administrator.',
    body: ServiceAccountBody,
    answer: ServiceAccount,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/service-accounts/:id',
    access: ['UpdateUser'],
    stepUp: true,
    summary:
      'Change a service account, lock it or hand it over to another owner. A change of an old version answers 409 with the account as it is now.',
    params: IdParams,
    body: ServiceAccountChange,
    answer: ServiceAccount,
    refusals: { 409: oldVersionOf(ServiceAccount) },
  }),
}
