import { assistantEndpoints } from '#shared/features/ground/assistants/contract.ts'
import { AppError, notFound } from '../../../errors.ts'
import {
  type AuthorizationServer,
  type Consents,
  RESOURCE_PATH,
} from '../../../integrations/authorization-server/port.ts'
import { type PersonActor, requires } from '../../../security/actor.ts'
import type { AssistantDeps, ConnectDeps } from './deps.ts'
import * as queries from './queries.ts'
import { connect } from './verbs/connect.ts'
import { disconnect } from './verbs/disconnect.ts'
import { endUnasked } from './verbs/end-unasked.ts'

export type AssistantsService = ReturnType<typeof createAssistantsService>

/** A request for consent, and the browser that asks about it by its cookie. */
export type AskedRequest = Parameters<AuthorizationServer['find']>[0]

/** What the authorization server may know of consents: what the rules and the connections say at this moment. */
export function consentsOf(deps: AssistantDeps): Consents {
  const { db, clock, policy, tokens } = deps
  return {
    async isHostAllowed(host) {
      const { assistants, assistant_hosts: hosts } = await policy.read(db)
      return assistants === 'consent' && host !== null && hosts.includes(host)
    },
    async counts({ accountId, grantId }) {
      const consent = { userId: Number(accountId), grantId }
      return (await queries.findWorking(db, consent, clock())) !== undefined
    },
    used: (grantId) => tokens.extendAssistant(grantId),
    end: (grantId) => endUnasked(deps, grantId),
  }
}

async function findRequest({ authorizations }: ConnectDeps, asked: AskedRequest) {
  const request = await authorizations.find(asked)
  if (request === 'unreadable')
    throw new AppError(
      'unavailable',
      'The page by which the program identifies itself can’t be read. Try again in a minute.',
    )
  return open(request)
}

/** Refuses a request that has expired. */
function open<Value>(found: Value | null): Value {
  if (found === null) throw notFound('Request')
  return found
}

async function allow(
  deps: ConnectDeps,
  actor: PersonActor,
  { asked, mayWrite }: { asked: AskedRequest; mayWrite: boolean },
): Promise<string> {
  requires(actor, assistantEndpoints.allow.access)
  const request = await findRequest(deps, asked)
  if (mayWrite && !request.wantsWrite)
    throw new AppError('conflict', `${request.name} asked only to look things up.`)
  const accountId = String(actor.id)
  const grantId = await deps.authorizations.makeGrant(request, { accountId, mayWrite })
  await connect(deps, actor, { request, grantId, mayWrite }).catch(async (error) => {
    await deps.authorizations.dropGrant(grantId)
    throw error
  })
  return open(await deps.authorizations.accept(request, { accountId, grantId }))
}

export function createAssistantsService(deps: ConnectDeps) {
  const { db, clock, policy, publicUrl } = deps
  /** How assistants may connect, and which hosts may by consent. */
  async function readRules() {
    const { assistants: allowed, assistant_hosts: hosts } = await policy.read(db)
    return { allowed, hosts }
  }
  return {
    readRules,
    readRequest: (asked: AskedRequest) => findRequest(deps, asked),
    allow: (actor: PersonActor, asked: AskedRequest, mayWrite: boolean) =>
      allow(deps, actor, { asked, mayWrite }),
    refuse: async (asked: AskedRequest) => open(await deps.authorizations.refuse(asked)),
    async listOwn(actor: PersonActor) {
      requires(actor, assistantEndpoints.listOwn.access)
      const connections = await queries.listConnections(db, actor.id, clock())
      const address = new URL(RESOURCE_PATH, publicUrl).href
      return { ...(await readRules()), address, connections }
    },
    disconnect: (actor: PersonActor, id: number) => disconnect(deps, actor, id),
  }
}
