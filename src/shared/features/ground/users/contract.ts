import { z } from 'zod'
import { PERMISSIONS } from '../../../access/permissions.ts'
import { ROLE_IDS } from '../../../access/roles.ts'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { oldVersionOf } from '../../../http/errors.ts'
import { Id, IdParams, listOf, nameText, PageField, SortOrder, sortKey, text } from '../../../http/fields.ts'
import { OpenSession, Role, usernameField } from '../auth/contract.ts'

/** A user as lists name them. */
export const PersonName = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() })

/** What every signed-in user may know of a colleague. */
export const UserName = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
})
export type UserName = z.infer<typeof UserName>

/** What holders of ManageUsers see, and everybody of themselves. `active` is 1 or 0. */
export const User = UserName.extend({
  active: z.number(),
  role: Role,
  role_id: z.enum(ROLE_IDS),
  sign_in_count: z.number(),
  last_sign_in_at: Timestamp.nullable(),
  /** False until the person has created a password. */
  confirmed: z.boolean(),
  /** Only of a service account, which only its id leads to. */
  is_service: z.literal(true).optional(),
  /** Counts the changes; sent back with one, it keeps two administrators from overwriting each other. */
  version: z.number(),
})
export type User = z.infer<typeof User>

export const USER_SORTS = [
  'first_name',
  'last_name',
  'username',
  'role',
  'active',
  'last_sign_in_at',
] as const

export const UserBody = z.object({
  username: usernameField('Please a valid email!'),
  first_name: nameText(100, 'Please input the first name!'),
  last_name: nameText(100, 'Please input the last name!'),
  role_id: z.enum(ROLE_IDS),
  /** 1, 0, true and false are all understood. */
  active: z.union([z.boolean(), z.literal(1), z.literal(0)]).transform(Boolean),
})

/** A change on an old version is refused; without a version the last one wins. */
export const UserChange = UserBody.extend({ version: z.number().int().min(0).optional() })

export const userEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/users',
    access: 'signedIn',
    summary:
      'Search users by name or the part of the email before the @; text with an @ is matched against the whole address. Without `sort`, users whose first or last name starts with the text come first. Callers with ManageUsers get full rows, others get id, names and email of active users. `ids` also finds locked users, all on one page. `holding` (ManageUsers only) finds active users with that permission.',
    query: z.object({
      page: PageField,
      query: text(200).optional(),
      ids: listOf(Id),
      holding: z.enum(PERMISSIONS).optional(),
      sort: sortKey('users', USER_SORTS).optional(),
      sortOrder: SortOrder.default('asc'),
    }),
    answer: z.object({
      nodes: z.array(
        UserName.extend(User.partial().shape).required({
          id: true,
          first_name: true,
          last_name: true,
          username: true,
        }),
      ),
      totalCount: z.number(),
      page: z.number(),
    }),
  }),
  listAll: endpoint({
    method: 'GET',
    path: '/api/users/all',
    access: ['ManageSites', 'ManageUsers'],
    summary: 'Every user, by name, for the activity filter.',
    answer: z.array(UserName),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/users/:id',
    access: 'signedIn',
    summary: 'One user: the caller, or any user with ManageUsers.',
    params: IdParams,
    answer: User,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/users',
    access: ['CreateUser'],
    stepUp: true,
    summary: 'Create a user; an invitation to create a password is mailed.',
    idempotent: true,
    body: UserBody,
    answer: User,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/users/:id',
    access: ['UpdateUser'],
    stepUp: 'ifNeeded',
    summary:
      'Change a user. Changing the email, role or lock requires a confirmed identity (`stepUp`). Locking and a new email end the sessions; a new role counts from the next call on. With `version`, a change of an old version answers 409 with the user as it is now.',
    params: IdParams,
    body: UserChange,
    answer: User,
    refusals: { 409: oldVersionOf(User) },
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/users/:id/sessions',
    access: ['ManageUsers'],
    callers: 'person',
    summary: 'A user’s sessions, newest first.',
    params: IdParams,
    answer: z.array(OpenSession),
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/api/users/:id/sessions',
    access: ['UpdateUser'],
    stepUp: true,
    summary: 'Sign a user out everywhere; for yourself, everywhere else.',
    params: IdParams,
    answer: z.object({ ended: z.number() }),
  }),
  resendEmail: endpoint({
    method: 'POST',
    path: '/api/users/:id/email/resend',
    access: ['ManageFeatureFlags'],
    summary: 'Mail the invitation again, or a test mail to a confirmed user.',
    params: IdParams,
    answer: z.object({ message: z.string() }),
    status: 202,
  }),
}
