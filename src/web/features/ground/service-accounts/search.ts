import { z } from 'zod'
import { SERVICE_ACCOUNT_SORTS } from '#shared/features/ground/service-accounts/contract.ts'
import { PageField } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'

/** The part of the users’ address that the list of service accounts reads. */
export const ServiceAccountsSearch = z.object({
  query: z.string().max(200).catch('').default(''),
  page: PageField.catch(1).default(1),
  ...orderIn(SERVICE_ACCOUNT_SORTS, 'name', 'asc'),
})
export type ServiceAccountsSearch = z.infer<typeof ServiceAccountsSearch>
