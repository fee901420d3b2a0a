import type { AuthorizationServer } from './port.ts'
import type { AuthorizationDeps } from './provider.ts'

/** Loads the authorization server, with a library that nothing else needs, when the first program asks for it. */
export function createAuthorizationServer(deps: AuthorizationDeps): AuthorizationServer {
  let made: Promise<AuthorizationServer> | undefined
  const server = () => {
    made ??= import('./server.ts')
      .then(({ createServer }) => createServer(deps))
      .catch((error) => {
        made = undefined
        throw error
      })
    return made
  }
  return {
    find: async (...asked) => (await server()).find(...asked),
    makeGrant: async (...wish) => (await server()).makeGrant(...wish),
    dropGrant: async (grantId) => (await server()).dropGrant(grantId),
    claim: async (...given) => (await server()).claim(...given),
    accept: async (...given) => (await server()).accept(...given),
    leave: async (uid) => (await server()).leave(uid),
    refuse: async (request) => (await server()).refuse(request),
    handle: async (...call) => (await server()).handle(...call),
  }
}
