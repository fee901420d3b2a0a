import { z } from 'zod'
import { USER_SORTS } from '#shared/features/ground/users/contract.ts'
import { Id, PageField } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'

/** The address of the users screen; invalid values are ignored. */
export const UsersSearch = z.object({
  query: z.string().max(200).catch(''),
  page: PageField.catch(1),
  ...orderIn(USER_SORTS, 'first_name', 'asc'),
  /** The user whose form is open. */
  user: Id.optional().catch(undefined),
  /** The form of a new user is open. */
  new: z.literal('1').optional().catch(undefined),
})
export type UsersSearch = z.infer<typeof UsersSearch>

export const UserDetailsSearch = z.object({
  /** The form is open. */
  edit: z.literal('1').optional().catch(undefined),
  /** The page of the audit log. */
  page: PageField.catch(1),
})
