import { mayOpen, SCREENS, type ScreenName } from '#shared/access/screens.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { listAdminIds } from '../../../../db/list-admins.ts'
import { AppError } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { isSentSince, lockRequests, type NewNotice } from '../store.ts'

const AGAIN_AFTER_MS = 24 * HOUR_MS

interface AskDeps {
  db: Db
  clock: () => Date
  notify: (tx: Db, notice: NewNotice) => Promise<void>
}

/** Asks the administrators for access to a screen; returns how many were asked. */
export async function askAccess(
  { db, clock, notify }: AskDeps,
  actor: Caller,
  screen: ScreenName,
): Promise<number> {
  requires(actor, 'signedIn')
  const { title, access } = SCREENS[screen]
  if (typeof access === 'string' || mayOpen(access, actor))
    throw new AppError('conflict', 'You can open this screen already.')
  const missing = access.filter((permission) => !actor.permissions.includes(permission))
  const words = `${title}. Missing permission: ${missing.join(' or ')}.`
  const notice = { kind: 'access-asked', actorId: actor.id, words } as const
  return transaction(db, async (tx) => {
    await lockRequests(tx)
    if (await isSentSince(tx, notice, new Date(clock().getTime() - AGAIN_AFTER_MS)))
      throw new AppError('conflict', 'You have asked for this screen in the last 24 hours.')
    const admins = await listAdminIds(tx)
    for (const userId of admins) await notify(tx, { ...notice, userId })
    await audit(tx, actor, 'user.access-asked', { id: actor.id, label: title })
    return admins.length
  })
}
