import type { ProviderRefusalReason } from '#shared/features/ground/provider/rules.ts'
import { transaction } from '../../../../db/connect.ts'
import type { AppError } from '../../../../errors.ts'
import { IntegrationError } from '../../../../integrations/integration-error.ts'
import { ProviderRefusal } from '../../../../integrations/sign-in-provider/port.ts'
import type { Origin } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { createToken, hashToken } from '../../../../security/tokens.ts'
import { type ConfiguredDeps, type Flow, type Returned, refuse } from '../deps.ts'
import { RETURN_LIFE_MS } from '../flow-text.ts'
import * as store from '../store.ts'

const AWAY = new Set<IntegrationError['kind']>(['unavailable', 'timeout', 'bad_response', 'rate_limited'])

export function reasonOf(error: unknown): ProviderRefusalReason {
  if (error instanceof ProviderRefusal) return error.reason === 'refused' ? 'failed' : error.reason
  if (error instanceof IntegrationError) return AWAY.has(error.kind) ? 'away' : 'failed'
  throw error
}

/**
 * Redeems what the browser brought back, and keeps what the provider says until the page asks for it with the code that
 * is returned. If it cannot be believed, returns the reason instead.
 */
export async function returnFromProvider(
  { db, clock, box, log, signInProvider }: ConfiguredDeps,
  origin: Origin,
  { answer, flow }: { answer: URLSearchParams; flow: Flow },
): Promise<string> {
  try {
    const person = await signInProvider.finish(answer, flow.keys, flow.prompt)
    const { purpose, next, invitation, userId } = flow
    const code = createToken()
    const createdAt = clock()
    await store.insertReturn(db, {
      ...{ tokenHash: hashToken(code), userId, address: origin.address, createdAt },
      sealed: box.seal(JSON.stringify({ person, purpose, next, invitation } satisfies Returned)),
      expiresAt: new Date(createdAt.getTime() + RETURN_LIFE_MS),
    })
    return code
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === 'canceled') return reason
    log.warn({ err: error }, `sign-in through ${signInProvider.label} failed`)
    const visitor = { kind: 'visitor', name: '', origin } as const
    const after = { reason, method: 'provider' }
    await transaction(db, (tx) => audit(tx, visitor, 'session.failed', { after }))
    return reason
  }
}

const expired = () => refuse('expired', 'This sign-in has expired. Nothing was changed. Please try again.')

/** What the words of a refusal leave to the screen, which knows the provider's name for sure. */
const FAILED: Readonly<Record<'canceled' | 'away' | 'failed' | 'unasked', string>> = {
  canceled: 'You canceled. Nothing was changed.',
  away: 'The sign-in provider isn’t answering.',
  failed: 'The sign-in provider’s answer couldn’t be verified. Nothing was changed. Please try again.',
  unasked:
    'The sign-in provider doesn’t say when it last asked who you are. Confirm with a password or a passkey instead. To set a password, sign out and choose “Forgot your password?”.',
}

/** The return that a code stands for, which is then used up. */
export async function consumeReturn(
  { db, clock, box }: ConfiguredDeps,
  value: string | null,
  userId: number | null,
): Promise<Returned> {
  if (value === null) throw expired()
  if (value === 'canceled' || value === 'away' || value === 'failed' || value === 'unasked')
    throw refuse(value, FAILED[value])
  const sealed = await store.consumeReturn(db, { tokenHash: hashToken(value), userId, now: clock() })
  const opened = sealed === undefined ? null : box.open(sealed)
  if (opened === null) throw expired()
  return JSON.parse(opened) as Returned
}

/** Nobody learns whether an address is known here: they hold it at the provider. */
export async function unknownPerson(
  { auth, signInProvider: { label, isOpenToAll } }: ConfiguredDeps,
  email: string | null,
): Promise<AppError> {
  const admins = isOpenToAll ? [] : await auth.listAdmins()
  const names = admins.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim())
  return refuse('unknown', `${label} knows you, Copydesk does not.`, { email, admins: names })
}
