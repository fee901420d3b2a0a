import { dayAt } from '#shared/format/day.ts'
import { transaction } from '../../../../db/connect.ts'
import type { ProgramDeps } from '../deps.ts'
import { findAnswerable, listEnding } from '../queries.ts'
import { noteReminder } from '../store.ts'

/** Reminds the owners of tokens 14 and 3 days before the end, once each, however often it runs. */
export async function remindOfEnds({ db, clock, timeZone, notices }: ProgramDeps): Promise<void> {
  for (const { token, account, reminder } of await listEnding(db, clock())) {
    await transaction(db, async (tx) => {
      if (!(await noteReminder(tx, token.id, reminder))) return
      const whose = token.kind === 'service' ? ` of ${account.firstName}` : ''
      const words = `“${token.name}”${whose} ends on ${dayAt(token.expiresAt, timeZone)}. Rotate it before then, or what uses it stops working.`
      const userId = await findAnswerable(tx, account.id)
      await notices.notify(tx, { userId, kind: 'token-ending', actorId: null, words })
    })
  }
}
