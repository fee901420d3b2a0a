import { z } from 'zod'
import { SERVICE_ACCOUNT_SORTS } from '#shared/features/ground/service-accounts/contract.ts'
import { USER_SORTS } from '#shared/features/ground/users/contract.ts'
import { Id, PageField } from '#shared/http/fields.ts'
import { ServiceAccountsSearch } from '#web/features/ground/service-accounts/search.ts'
import { orderIn } from '#web/ui/list/address.ts'

/** The address of the list of people. */
export const PeopleSearch = z.object({
  query: z.string().max(200).catch('').default(''),
  page: PageField.catch(1).default(1),
  ...orderIn(USER_SORTS, 'first_name', 'asc'),
})
export type PeopleSearch = z.infer<typeof PeopleSearch>

/** The address of the users screen, which has two lists; invalid values are ignored. */
export const UsersSearch = z.object({
  /** Service accounts instead of people. */
  kind: z.literal('service').optional().catch(undefined),
  query: z.string().max(200).catch(''),
  page: PageField.catch(1),
  ...orderIn([...USER_SORTS, ...SERVICE_ACCOUNT_SORTS], 'first_name', 'asc'),
  /** The user or service account whose form is open. */
  user: Id.optional().catch(undefined),
  /** The form of a new user is open, or that of a new service account. */
  new: z.enum(['1', 'service']).optional().catch(undefined),
})
export type UsersSearch = z.infer<typeof UsersSearch>

export const peopleSearchOf = (search: UsersSearch): PeopleSearch => PeopleSearch.parse(search)
export const serviceSearchOf = (search: UsersSearch): ServiceAccountsSearch =>
  ServiceAccountsSearch.parse(search)

export const UserDetailsSearch = z.object({
  /** The id is that of a service account, which is then read first. */
  kind: z.literal('service').optional().catch(undefined),
  /** The form is open. */
  edit: z.literal('1').optional().catch(undefined),
  /** The page of the audit trail. */
  page: PageField.catch(1),
})
