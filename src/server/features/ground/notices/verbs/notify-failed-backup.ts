import { type Db, transaction } from '../../../../db/connect.ts'
import { listAdminIds } from '../../../../db/list-admins.ts'
import { isKindOff } from '../choices-store.ts'
import { insertNotice, isUnread } from '../store.ts'

/** Tells the administrators who can sign in that a backup failed, unless they have not yet read of the same reason. */
export async function notifyFailedBackup(
  { db, clock }: { db: Db; clock: () => Date },
  words: string,
): Promise<void> {
  await transaction(db, async (tx) => {
    for (const userId of await listAdminIds(tx)) {
      const notice = { userId, kind: 'backup-failed', actorId: null, words } as const
      if (await isUnread(tx, notice)) continue
      const isOff = await isKindOff(tx, userId, notice.kind)
      await insertNotice(tx, { ...notice, createdAt: clock(), isOff })
    }
  })
}
