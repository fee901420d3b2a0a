import type Provider from 'oidc-provider'
import {
  type AuthorizationServer,
  hostOf,
  isOfBrowser,
  type OpenRequest,
  RESOURCE_PATH,
  SCOPES,
} from './port.ts'
import { isLocalRedirect, programName, redirectHostOf } from './programs.ts'
import { type AuthorizationDeps, createProvider } from './provider.ts'
import { consumeRecord, followRecord, keyOf } from './record-store.ts'

type Interaction = InstanceType<Provider['Interaction']>

/** The request that was not answered yet. */
async function findOpen(provider: Provider, uid: string): Promise<Interaction | null> {
  const interaction = await provider.Interaction.find(uid)
  return interaction && interaction.result === undefined ? interaction : null
}

async function requestOf(
  provider: Provider,
  interaction: Interaction,
): Promise<OpenRequest | 'unreadable' | null> {
  const {
    client_id: clientId,
    redirect_uri: redirectUri,
    scope = '',
  } = interaction.params as Record<'client_id' | 'redirect_uri' | 'scope', string | undefined>
  const host = hostOf(clientId)
  if (clientId === undefined || redirectUri === undefined || host === null) return null
  const client = await provider.Client.find(clientId).catch(() => undefined)
  if (!client) return 'unreadable'
  // The document may have changed since the program asked.
  if (!client.redirectUriAllowed(redirectUri)) return null
  return {
    ...{ uid: interaction.uid, clientId, host, name: programName(client.clientName, host) },
    ...{ redirectHost: redirectHostOf(redirectUri), isLocal: isLocalRedirect(redirectUri) },
    ...{ wantsWrite: scope.split(' ').includes('write'), expiresAt: new Date(interaction.exp * 1000) },
  }
}

/** Sends the browser on, with the answer to the request. */
async function answer(
  provider: Provider,
  { uid }: Pick<OpenRequest, 'uid'>,
  result: NonNullable<Interaction['result']>,
): Promise<string | null> {
  const interaction = await findOpen(provider, uid)
  if (!interaction) return null
  interaction.result = result
  await interaction.persist()
  return interaction.returnTo
}

export function createServer(deps: AuthorizationDeps): AuthorizationServer {
  const provider = createProvider(deps)
  const handle = provider.callback()
  return {
    async find({ uid, cookie }) {
      const interaction = isOfBrowser(cookie, uid) ? await findOpen(provider, uid) : null
      return interaction && requestOf(provider, interaction)
    },
    async makeGrant({ clientId }, { accountId, mayWrite }) {
      const grant = new provider.Grant({ accountId, clientId })
      const resource = new URL(RESOURCE_PATH, deps.publicUrl).href
      grant.addResourceScope(resource, mayWrite ? SCOPES.join(' ') : 'read')
      if (!mayWrite) grant.rejectResourceScope(resource, 'write')
      return grant.save()
    },
    async dropGrant(grantId) {
      await (await provider.Grant.find(grantId))?.destroy()
    },
    claim: (tx, { uid }) => consumeRecord(tx, keyOf('Interaction', uid), deps.clock()),
    accept: (request, { accountId, grantId }) =>
      answer(provider, request, { login: { accountId, remember: false }, consent: { grantId } }),
    async refuse({ uid, cookie }) {
      if (!isOfBrowser(cookie, uid) || !(await findOpen(provider, uid))) return null
      if (!(await consumeRecord(deps.db, keyOf('Interaction', uid), deps.clock()))) return null
      return answer(provider, { uid }, { error: 'access_denied', error_description: 'The person refused.' })
    },
    leave: (uid) => followRecord(deps.db, keyOf('Interaction', uid)),
    handle: async (request, response) => {
      await handle(request, response)
    },
  }
}
