import { grantsOf } from '#shared/access/roles.ts'
import { CONNECTED_DAYS_MAXIMUM, UNUSED_DAYS_MAXIMUM } from '#shared/features/ground/assistants/rules.ts'
import { type NewApiToken, tokenEndpoints } from '#shared/features/ground/tokens/contract.ts'
import { ROTATION_HOURS } from '#shared/features/ground/tokens/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import type { TokenRevocation } from '../../../db/schema/tokens.ts'
import { notFound } from '../../../errors.ts'
import { type Caller, type PersonActor, requires, type TokenIdentity } from '../../../security/actor.ts'
import { isApiToken } from '../../../security/api-tokens.ts'
import type { Programs } from '../../../security/sessions.ts'
import { createToken, hashToken } from '../../../security/tokens.ts'
import type { ProgramDeps, TokenDeps } from './deps.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'
import { createOwnToken, createTokenOf } from './verbs/create-token.ts'
import { notifyOwner } from './verbs/notify-owner.ts'
import { endOldOwnToken, endOldTokenOf, revokeOwnToken, revokeTokenOf } from './verbs/revoke-token.ts'
import { revokeTokensOf } from './verbs/revoke-tokens-of.ts'
import { rotateOwnToken, rotateTokenOf } from './verbs/rotate-token.ts'

/** How exactly it is known when a token was used last. */
const NOTED_EVERY_MS = MINUTE_MS

type Program = NonNullable<Awaited<ReturnType<typeof queries.findProgram>>>

/**
 * Notes the first use of a token from an address, at once, so that a crash loses no warning. The owner of a service
 * account gets a notice unless it is the token's first use.
 */
async function noteAddress(
  { db, notices }: ProgramDeps,
  { token: { id, kind, name }, ...account }: Program,
  { now, address }: { now: Date; address: string },
) {
  await transaction(db, async (tx) => {
    const added = await store.addAddress(tx, id, { now, address })
    if (added === null) return
    if (added === 'new' && kind === 'service') {
      const words = `“${name}” of ${account.firstName} was used from ${address} for the first time. If you don’t know this address, revoke the token.`
      await notifyOwner(tx, { notices }, account.id, { kind: 'token-address', actorId: null, words })
    }
    await store.touchToken(tx, id, { now, address, since: null })
  })
}

/**
 * Notes the use of a token: at most once a minute, from whatever addresses, and the first one from each address. If that
 * fails, the call goes on, and the next look-up tries again.
 */
async function noteUse(deps: ProgramDeps, program: Program, use: { now: Date; address: string }) {
  const { id, lastUsedAt, isUnknownAddress } = program.token
  const since = new Date(use.now.getTime() - NOTED_EVERY_MS)
  try {
    if (isUnknownAddress) await noteAddress(deps, program, use)
    else if (lastUsedAt === null || lastUsedAt <= since)
      await store.touchToken(deps.db, id, { ...use, since })
  } catch (error) {
    deps.log.warn({ err: error, tokenId: id }, 'the use of a token could not be noted')
  }
}

const UNKNOWN = 'This token isn’t valid.'
const REPLACED = 'This token was replaced by a new one.'
const REVOKED: Partial<Record<TokenRevocation, string>> = {
  rotated: REPLACED,
  'email-changed': 'This token was revoked because the email of its account was changed.',
}

/** Looks up the program that a token belongs to. `auth` depends on it; the rest of this feature depends on `auth`. */
export function createPrograms(deps: ProgramDeps): Programs {
  const { db, clock, timeZone, tokenRules } = deps
  return {
    async find(tokenHash, address): Promise<TokenIdentity | null> {
      const now = clock()
      const found = await queries.findProgram(db, tokenHash, { now, address })
      if (!found) return null
      const { token, ...account } = found
      const { id, name, kind, permissions, mayWrite } = token
      await noteUse(deps, found, { now, address })
      return {
        ...account,
        permissions: grantsOf(account.roleId).filter(
          (permission) => permissions === null || permissions.includes(permission),
        ),
        mayWrite,
        credential: { id, name, kind },
      }
    },

    async explainEnd(token) {
      if (!isApiToken(token)) return UNKNOWN
      const found = await queries.findEnd(db, hashToken(token))
      if (!found) return UNKNOWN
      const { kind, expiresAt, revokedAt, revokedFor, replacedAt, isActive } = found
      if (revokedAt !== null) return REVOKED[revokedFor ?? 'revoked'] ?? 'This token was revoked.'
      if (expiresAt <= clock()) {
        if (replacedAt !== null) return REPLACED
        const isRotatable = kind === 'service' || (await tokenRules(db)).arePersonalAllowed
        return `This token ended on ${dayAt(expiresAt, timeZone)}.${isRotatable ? ' Its owner can rotate it.' : ''}`
      }
      return isActive ? UNKNOWN : 'The account of this token is locked. Please ask your administrator.'
    },
  }
}

/** When an assistant that was connected then, and is used now, is disconnected. */
const connectedUntil = (now: Date, connectedAt = now) =>
  new Date(
    Math.min(
      now.getTime() + UNUSED_DAYS_MAXIMUM * DAY_MS,
      connectedAt.getTime() + CONNECTED_DAYS_MAXIMUM * DAY_MS,
    ),
  )

export type TokensService = ReturnType<typeof createTokensService>

async function listFor(
  { db, clock, tokenRules }: TokenDeps,
  account: { id: number; isPerson: boolean; withAssistants: boolean },
) {
  const [rows, rules] = [
    await queries.listTokens(db, { userId: account.id, withAssistants: account.withAssistants }, clock()),
    await tokenRules(db),
  ]
  return { rows, ...rules, isAllowed: !account.isPerson || rules.arePersonalAllowed }
}

async function listOf(deps: TokenDeps, actor: PersonActor, userId: number) {
  requires(actor, tokenEndpoints.listOf.access)
  const account = await queries.findAccount(deps.db, userId)
  if (!account) throw notFound('User')
  return listFor(deps, { id: userId, isPerson: account.kind === 'person', withAssistants: true })
}

export function createTokensService(deps: TokenDeps) {
  return {
    /** Revokes all tokens of a person who leaves. Call `forgetSessions` once the transaction has committed. */
    revokeAllOf: (tx: Db, actor: Caller, person: { userId: number; label: string }) =>
      revokeTokensOf(tx, deps, { actor, ...person }),
    /** Ends the tokens of people a day from now, because the workspace no longer allows any; returns their number. */
    endPersonal(tx: Db) {
      const now = deps.clock()
      return store.endPersonalTokens(tx, { now, at: new Date(now.getTime() + ROTATION_HOURS * HOUR_MS) })
    },
    /** The token of an assistant that a person has connected. Its hash belongs to no secret. */
    insertAssistant(tx: Db, assistant: { userId: number; name: string; mayWrite: boolean }) {
      const now = deps.clock()
      return store.insertToken(tx, {
        ...{ ...assistant, createdBy: assistant.userId, kind: 'assistant', permissions: null },
        ...{ start: '', tokenHash: hashToken(createToken()), days: UNUSED_DAYS_MAXIMUM, createdAt: now },
        expiresAt: connectedUntil(now),
      })
    },
    /** Lets the assistant of this consent work on, because it is used. */
    async extendAssistant(grantId: string) {
      const token = await queries.findTokenOfGrant(deps.db, grantId)
      if (token) await store.extendToken(deps.db, token.id, connectedUntil(deps.clock(), token.createdAt))
    },
    endAssistants: (tx: Db, ids: readonly number[], revokedFor: TokenRevocation) =>
      store.revokeThese(tx, ids, { now: deps.clock(), revokedFor }),
    countPersonal: () => store.countPersonalTokens(deps.db, deps.clock()),
    listOwn: (actor: PersonActor) => listFor(deps, { id: actor.id, isPerson: true, withAssistants: false }),
    createOwn: (actor: PersonActor, wish: NewApiToken) => createOwnToken(deps, actor, wish),
    rotateOwn: (actor: PersonActor, wish: { id: number; endOld: boolean }) =>
      rotateOwnToken(deps, actor, wish),
    endOldOwn: (actor: PersonActor, id: number) => endOldOwnToken(deps, actor, id),
    revokeOwn: (actor: PersonActor, id: number) => revokeOwnToken(deps, actor, id),
    listOf: (actor: PersonActor, userId: number) => listOf(deps, actor, userId),
    createOf: (actor: PersonActor, userId: number, wish: NewApiToken) =>
      createTokenOf(deps, actor, { userId, wish }),
    rotateOf: (actor: PersonActor, userId: number, wish: { id: number; endOld: boolean }) =>
      rotateTokenOf(deps, actor, { userId, ...wish }),
    endOldOf: (actor: PersonActor, userId: number, id: number) => endOldTokenOf(deps, actor, { userId, id }),
    revokeOf: (actor: PersonActor, userId: number, id: number) => revokeTokenOf(deps, actor, { userId, id }),
  }
}
