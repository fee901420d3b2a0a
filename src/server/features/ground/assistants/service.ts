import type Provider from 'oidc-provider'
import { assistantEndpoints } from '#shared/features/ground/assistants/contract.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError, notFound } from '../../../errors.ts'
import { type PersonActor, requires } from '../../../security/actor.ts'
import { RESOURCE_PATH, SCOPES } from './addresses.ts'
import type { AssistantDeps } from './deps.ts'
import { hostOf, isLocalRedirect, programName, redirectHostOf } from './programs.ts'
import * as store from './store.ts'
import { connect } from './verbs/connect.ts'
import { disconnect } from './verbs/disconnect.ts'

export type AssistantsService = ReturnType<typeof createAssistantsService>

type Interaction = InstanceType<Provider['Interaction']>

/** A request for consent, and the browser that asks about it by its cookie. */
export interface AskedRequest {
  uid: string
  cookie: string | null
}

const expired = () => notFound('Request')

/** Loads the authorization server, with a library that nothing else needs, when the first program asks for it. */
function lazily(deps: AssistantDeps): () => Promise<Provider> {
  let made: Promise<Provider> | undefined
  return () => {
    made ??= import('./authorization-server.ts')
      .then(({ createAuthorizationServer }) => createAuthorizationServer(deps))
      .catch((error) => {
        made = undefined
        throw error
      })
    return made
  }
}

/** The open request, for the browser in which the program made it and no other. */
async function findRequest(provider: Provider, { uid, cookie }: AskedRequest) {
  const interaction = cookie === uid ? await provider.Interaction.find(uid) : undefined
  if (!interaction || interaction.result !== undefined) throw expired()
  const { client_id: clientId, redirect_uri: redirectUri } = interaction.params as Record<string, string>
  const host = hostOf(clientId)
  if (clientId === undefined || redirectUri === undefined || host === null) throw expired()
  const client = await provider.Client.find(clientId).catch(() => undefined)
  if (!client) throw new AppError('unavailable', 'We couldn’t check who is asking. Try again in a minute.')
  const name = programName(client.clientName, host)
  return { interaction, clientId, redirectUri, host, name }
}

const scopesOf = ({ params }: Interaction) => String(params.scope ?? '').split(' ')

/** Sends the browser on, with the answer to the request. */
async function answer(interaction: Interaction, result: NonNullable<Interaction['result']>): Promise<string> {
  interaction.result = result
  await interaction.persist()
  return interaction.returnTo
}

async function allow(
  deps: AssistantDeps,
  provider: Provider,
  { actor, request, mayWrite }: { actor: PersonActor; request: AskedRequest; mayWrite: boolean },
): Promise<string> {
  requires(actor, assistantEndpoints.allow.access)
  const { interaction, clientId, host, name } = await findRequest(provider, request)
  const asked = scopesOf(interaction)
  if (mayWrite && !asked.includes('write'))
    throw new AppError('conflict', `${name} asked only to look things up.`)
  const accountId = String(actor.id)
  const grant = new provider.Grant({ accountId, clientId })
  const resource = new URL(RESOURCE_PATH, deps.publicUrl).href
  grant.addResourceScope(resource, mayWrite ? SCOPES.join(' ') : 'read')
  if (!mayWrite) grant.rejectResourceScope(resource, 'write')
  const grantId = await grant.save()
  await connect(deps, actor, { grantId, clientId, name, host, mayWrite })
  return answer(interaction, { login: { accountId, remember: false }, consent: { grantId } })
}

export function createAssistantsService(deps: AssistantDeps) {
  const { db, clock, policy } = deps
  const provider = lazily(deps)
  return {
    provider,
    /** How assistants may connect, and which hosts may by consent. */
    async readRules() {
      const { assistants: allowed, assistant_hosts: hosts } = await policy.read(db)
      return { allowed, hosts }
    },
    async readRequest(request: AskedRequest) {
      const { interaction, redirectUri, host, name } = await findRequest(await provider(), request)
      return {
        ...{ name, host, redirectHost: redirectHostOf(redirectUri), isLocal: isLocalRedirect(redirectUri) },
        ...{
          wantsWrite: scopesOf(interaction).includes('write'),
          expiresAt: new Date(interaction.exp * 1000),
        },
      }
    },
    allow: async (actor: PersonActor, request: AskedRequest, mayWrite: boolean) =>
      allow(deps, await provider(), { actor, request, mayWrite }),
    async refuse(request: AskedRequest) {
      const { interaction } = await findRequest(await provider(), request)
      return answer(interaction, { error: 'access_denied', error_description: 'The person refused.' })
    },
    async listOwn(actor: PersonActor) {
      requires(actor, assistantEndpoints.listOwn.access)
      const { assistants: allowed, assistant_hosts: hosts } = await policy.read(db)
      return { allowed, hosts, connections: await store.listConnections(db, actor.id, clock()) }
    },
    disconnect: (actor: PersonActor, id: number) => disconnect(deps, actor, id),
  }
}

/** What the sign-in rules need to know of assistants, and to end. */
export const createConnections = ({ clock }: Pick<AssistantDeps, 'clock'>) => ({
  /** Ends the connections of hosts that are not among these; returns their number. */
  endOthers: (tx: Db, hosts: readonly string[]) => store.endOthers(tx, hosts, clock()),
  countByHost: (db: Db) => store.countByHost(db, clock()),
})

export type Connections = ReturnType<typeof createConnections>
