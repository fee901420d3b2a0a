import { assistantEndpoints } from '#shared/features/ground/assistants/contract.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError, forbidden, notFound } from '../../../../errors.ts'
import type { OpenRequest } from '../../../../integrations/authorization-server/port.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { AssistantDeps, ConnectDeps } from '../deps.ts'
import { listConnections, lockUser } from '../queries.ts'
import { insertConnection } from '../store.ts'

/** Assistants that one person may have connected at a time. */
const MOST_CONNECTED = 20

const conflict = (message: string) => new AppError('conflict', message)

/** Refuses what changed while the person read the request: their session, their second factor, the rules. */
async function refuseUnfit(tx: Db, deps: AssistantDeps, actor: PersonActor, host: string): Promise<void> {
  const { assistants, assistant_hosts: hosts } = await deps.policy.hold(tx)
  const user = await lockUser(tx, actor.id)
  if (!user) throw notFound('User')
  await deps.auth.requireStepUp(tx, actor.session)
  if ((await deps.policy.dutyOf(tx, user))?.isDue === true)
    throw forbidden('Your workspace requires a second factor. Set one up before you connect an assistant.')
  if (assistants !== 'consent' || !hosts.includes(host))
    throw conflict(`Your workspace doesn’t allow assistants from ${host}.`)
  const connected = await listConnections(tx, actor.id, deps.clock())
  if (connected.length >= MOST_CONNECTED)
    throw conflict(
      `You have connected ${MOST_CONNECTED} assistants, which is the most. Disconnect one first.`,
    )
}

const WORDS = { true: 'look things up and prepare work', false: 'look things up' } as const

/**
 * Connects an assistant to the caller's account. What the program is given by this consent ends with the connection.
 * Of concurrent calls for one request, one connects it; the others find it answered.
 */
export async function connect(
  deps: ConnectDeps,
  actor: PersonActor,
  { request, grantId, mayWrite }: { request: OpenRequest; grantId: string; mayWrite: boolean },
): Promise<void> {
  requires(actor, assistantEndpoints.allow.access)
  const { clientId, name, host } = request
  await transaction(deps.db, async (tx) => {
    await refuseUnfit(tx, deps, actor, host)
    if (!(await deps.authorizations.claim(tx, request))) throw notFound('Request')
    const tokenId = await deps.tokens.insertAssistant(tx, { userId: actor.id, name, mayWrite })
    await insertConnection(tx, { tokenId, grantId, clientId, host })
    await audit(tx, actor, 'assistant.connected', {
      ...{ id: actor.id, label: name, after: { name, host, mayWrite } },
    })
    await deps.notices.notify(tx, {
      ...{ userId: actor.id, kind: 'assistant-connected', actorId: null },
      words: `${name} (${host}) may ${WORDS[`${mayWrite}`]} as you. If you didn’t allow it, disconnect it and change your password.`,
    })
  })
}
