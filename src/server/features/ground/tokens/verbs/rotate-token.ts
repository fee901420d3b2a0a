import { tokenEndpoints } from '#shared/features/ground/tokens/contract.ts'
import { ROTATION_HOURS } from '#shared/features/ground/tokens/rules.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import { timestamp } from '#shared/format/timestamp.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError, notFound } from '../../../../errors.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { TokenDeps } from '../deps.ts'
import * as store from '../store.ts'
import {
  type Holder,
  insertMade,
  lockOwnAccount,
  lockServiceAccount,
  type MadeToken,
  refuseFull,
  tellMade,
  traceOf,
} from './create-token.ts'

interface Rotation {
  id: number
  /** The old token ends now rather than in a day. */
  endOld: boolean
}

const conflict = (message: string) => new AppError('conflict', message)

/** The token, locked, if it can be replaced. Of concurrent calls, one gets it. */
async function lockReplaceable(
  tx: Db,
  { timeZone }: TokenDeps,
  key: { userId: number; id: number },
  now: Date,
) {
  const token = await store.lockToken(tx, key)
  if (!token) throw notFound('Token')
  if (token.kind === 'assistant') throw conflict('Assistants renew their tokens themselves.')
  if (token.replacedAt !== null)
    throw conflict('This token was already rotated. Reload to see the one that replaced it.')
  if (token.revokedAt !== null) throw conflict('This token was revoked. Make a new one instead.')
  const old = await store.findWorkingOld(tx, token, now)
  if (old)
    throw conflict(
      `This token was rotated a short while ago, and the one before it works until ${timestamp(old.expiresAt, timeZone)}. End that one first.`,
    )
  return token
}

/** What becomes of the token that is replaced. One that has ended already stays as it is. */
function endOf(token: store.Token, { endOld, now }: { endOld: boolean; now: Date }) {
  if (token.expiresAt <= now) return { replacedAt: now }
  if (endOld) return { replacedAt: now, revokedAt: now, revokedFor: 'rotated' as const }
  const latest = now.getTime() + ROTATION_HOURS * HOUR_MS
  return { replacedAt: now, expiresAt: new Date(Math.min(token.expiresAt.getTime(), latest)) }
}

async function rotate(
  tx: Db,
  deps: TokenDeps,
  { actor, holder, rotation: { id, endOld } }: { actor: PersonActor; holder: Holder; rotation: Rotation },
): Promise<MadeToken> {
  const { account, rules } = holder
  const now = deps.clock()
  const token = await lockReplaceable(tx, deps, { userId: account.id, id }, now)
  if (token.expiresAt <= now) await refuseFull(tx, holder, now)
  const end = endOf(token, { endOld, now })
  await store.updateToken(tx, id, end)
  const { name, permissions, mayWrite } = token
  const days = Math.min(token.days, rules.mostDays)
  const made = await insertMade(tx, {
    ...{ name, permissions, mayWrite, days, account, createdBy: actor.id, rotatedFrom: id, now },
    firstId: token.firstId ?? id,
  })
  const after = { ...traceOf(made.row.token), oldEndsAt: endOld ? now : (end.expiresAt ?? token.expiresAt) }
  await audit(tx, actor, 'token.rotated', { id: account.id, label: fullNameOf(account), after })
  await tellMade(tx, deps, { actor, account, name })
  return made
}

/** Replaces a token of the caller by a new one with the same rights and life. */
export async function rotateOwnToken(
  deps: TokenDeps,
  actor: PersonActor,
  rotation: Rotation,
): Promise<MadeToken> {
  requires(actor, tokenEndpoints.rotateOwn.access)
  const made = await transaction(deps.db, async (tx) => {
    const holder = await lockOwnAccount(tx, deps, actor)
    return rotate(tx, deps, { actor, holder, rotation })
  })
  deps.auth.forgetSessions()
  return made
}

/** The same for a token of a service account. */
export async function rotateTokenOf(
  deps: TokenDeps,
  actor: PersonActor,
  { userId, ...rotation }: Rotation & { userId: number },
): Promise<MadeToken> {
  requires(actor, tokenEndpoints.rotateOf.access)
  const made = await transaction(deps.db, async (tx) => {
    const holder = await lockServiceAccount(tx, deps, actor, userId)
    return rotate(tx, deps, { actor, holder, rotation })
  })
  deps.auth.forgetSessions()
  return made
}
