import { trailOf } from '#shared/features/ground/sign-in-rules/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import type { Actor } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { AuthService } from '../../auth/service.ts'
import { lockAdmins } from '../queries.ts'
import * as store from '../store.ts'

/** Lets everybody sign in with a password again; false if they could. */
export async function allowPasswords(db: Db, actor: Actor, now: Date): Promise<boolean> {
  return transaction(db, async (tx) => {
    if ((await store.findRules(tx)).rules.passwords === 'everybody') return false
    const { rules, version, changedBy } = await store.lockRules(tx, now)
    if (rules.passwords === 'everybody') return false
    const after = { ...rules, passwords: 'everybody' } as const
    await store.writeRules(tx, after, { version: version + 1, userId: changedBy, now })
    await audit(tx, actor, 'sign-in-rules.changed', {
      label: 'Sign-in rules',
      before: trailOf(rules),
      after: trailOf(after),
    })
    return true
  })
}

/** Makes an administrator a break-glass account if passwords are limited, so that a link for them works; false otherwise. */
export async function markForLink(
  { db, markBreakGlass }: { db: Db } & Pick<AuthService, 'markBreakGlass'>,
  actor: Actor,
  userId: number,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    if ((await store.findRules(tx)).rules.passwords === 'everybody') return false
    const admin = (await lockAdmins(tx)).find(({ id }) => id === userId)
    if (!admin || admin.breakGlass) return false
    await markBreakGlass(tx, [userId], true)
    await audit(tx, actor, 'user.break-glass-changed', {
      id: userId,
      label: fullNameOf(admin),
      before: { breakGlass: false },
      after: { breakGlass: true },
    })
    return true
  })
}
