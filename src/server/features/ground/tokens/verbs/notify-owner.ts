import type { Db } from '../../../../db/connect.ts'
import { listAdminIds } from '../../../../db/list-admins.ts'
import type { NoticesService } from '../../notices/service.ts'
import type { ProgramDeps } from '../deps.ts'
import { findOwner } from '../queries.ts'

/**
 * Notifies the owner of the tokens of an account: its person, or the owner of a service account. For an owner who
 * is locked, all administrators are notified, because they alone can choose another.
 */
export async function notifyOwner(
  tx: Db,
  { notices }: Pick<ProgramDeps, 'notices'>,
  accountId: number,
  notice: Omit<Parameters<NoticesService['notify']>[1], 'userId'>,
): Promise<void> {
  const owner = await findOwner(tx, accountId)
  if (!owner || owner.active) return notices.notify(tx, { ...notice, userId: owner?.id ?? accountId })
  const words = `${notice.words?.replace(/\.$/, '')}. The owner of this service account is locked.`
  for (const userId of await listAdminIds(tx)) await notices.notify(tx, { ...notice, words, userId })
}
