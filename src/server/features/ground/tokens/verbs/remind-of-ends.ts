import { dayAt } from '#shared/format/day.ts'
import { transaction } from '../../../../db/connect.ts'
import type { ProgramDeps } from '../deps.ts'
import { listEnding } from '../queries.ts'
import { noteReminder } from '../store.ts'
import { notifyOwner } from './notify-owner.ts'

/** Reminds the owners of tokens 14 and 3 days before the end, once each, however often it runs. */
export async function remindOfEnds({ db, clock, timeZone, notices, tokenRules }: ProgramDeps): Promise<void> {
  const { arePersonalAllowed } = await tokenRules(db)
  for (const { token, account, reminder } of await listEnding(db, clock())) {
    await transaction(db, async (tx) => {
      if (!(await noteReminder(tx, token.id, reminder))) return
      const whose = token.kind === 'service' ? ` of ${account.firstName}` : ''
      const end =
        token.kind === 'service' || arePersonalAllowed
          ? '. Rotate it before then, or what uses it stops working.'
          : ', because your workspace no longer allows personal tokens.'
      const words = `“${token.name}”${whose} ends on ${dayAt(token.expiresAt, timeZone)}${end}`
      await notifyOwner(tx, { notices }, account.id, { kind: 'token-ending', actorId: null, words })
    })
  }
}
