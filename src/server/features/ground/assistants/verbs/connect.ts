import { randomBytes } from 'node:crypto'
import { assistantEndpoints } from '#shared/features/ground/assistants/contract.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError, forbidden, notFound } from '../../../../errors.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { hashToken } from '../../../../security/tokens.ts'
import { CONNECTED_DAYS, MOST_CONNECTED } from '../addresses.ts'
import type { AssistantDeps } from '../deps.ts'
import * as store from '../store.ts'

const conflict = (message: string) => new AppError('conflict', message)

export interface Consent {
  grantId: string
  clientId: string
  name: string
  host: string
  mayWrite: boolean
}

/** Refuses what changed while the person read the request: their session, their second factor, the rules. */
async function refuseUnfit(tx: Db, deps: AssistantDeps, actor: PersonActor, host: string): Promise<void> {
  const account = await store.lockAccount(tx, actor.id)
  if (!account) throw notFound('User')
  await deps.auth.requireStepUp(tx, actor.session)
  if ((await deps.policy.dutyOf(tx, account))?.isDue === true)
    throw forbidden('Your workspace requires a second factor. Set one up before you connect an assistant.')
  const { assistants, assistant_hosts: hosts } = await deps.policy.read(tx)
  if (assistants !== 'consent' || !hosts.includes(host))
    throw conflict(`Your workspace doesn’t allow assistants from ${host}.`)
  const connected = await store.listConnections(tx, actor.id, deps.clock())
  if (connected.length >= MOST_CONNECTED)
    throw conflict(
      `You have connected ${MOST_CONNECTED} assistants, which is the most. Disconnect one first.`,
    )
}

/** Connects an assistant to the caller's account: what it is given from now on ends with this connection. */
export async function connect(
  deps: AssistantDeps,
  actor: PersonActor,
  { grantId, clientId, name, host, mayWrite }: Consent,
): Promise<void> {
  requires(actor, assistantEndpoints.allow.access)
  await transaction(deps.db, async (tx) => {
    await refuseUnfit(tx, deps, actor, host)
    const now = deps.clock()
    const token = {
      ...{
        kind: 'assistant' as const,
        userId: actor.id,
        createdBy: actor.id,
        name,
        mayWrite,
        permissions: null,
      },
      // Nobody knows a token with this hash. Those of the program come and go in `authorization_records`.
      ...{ start: '', tokenHash: hashToken(randomBytes(32).toString('base64url')) },
      ...{
        days: CONNECTED_DAYS,
        createdAt: now,
        expiresAt: new Date(now.getTime() + CONNECTED_DAYS * DAY_MS),
      },
    }
    await store.insertConnection(tx, token, { grantId, clientId, host })
    await audit(tx, actor, 'assistant.connected', {
      ...{ id: actor.id, label: name, after: { name, host, mayWrite } },
    })
    await deps.notices.notify(tx, {
      ...{ userId: actor.id, kind: 'assistant-connected', actorId: null },
      words: `${name} (${host}) may ${mayWrite ? 'look things up and prepare work' : 'look things up'} as you. If you didn’t allow it, disconnect it and change your password.`,
    })
  })
}
