import { passkeySite } from '../../../security/passkeys.ts'
import type { ProviderDeps } from './deps.ts'
import { providerHandlers } from './routes.ts'
import { createProviderService } from './service.ts'

export { disconnectUser } from './verbs/disconnect-user.ts'

/** Signing in through the provider of the organization, where one is configured. */
export function createProvider(deps: Omit<ProviderDeps, 'arePasskeysOffered'> & { publicUrl: string }) {
  const arePasskeysOffered = passkeySite(deps.publicUrl).fault === null
  const service = createProviderService({ ...deps, arePasskeysOffered })
  return { service, handlers: providerHandlers(service) }
}
