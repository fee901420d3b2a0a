import { shownName } from '#shared/features/ground/assistants/rules.ts'
import type { WebFetcher } from '../web-fetcher/port.ts'

const MOST_BYTES = 64 * 1024
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether an answer that is sent there goes to a program on the person's own computer. */
export function isLocalRedirect(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol !== 'https:' || LOOPBACK.has(hostname)
}

/** Host of a web address. Otherwise the scheme: the rest is the program's own choice, and may look like a host. */
export function redirectHostOf(address: string): string {
  const { host, protocol } = new URL(address)
  return /^https?:$/.test(protocol) ? host : protocol
}

/** What a program calls itself, fit to be shown; its host if it says nothing. */
export const programName = (name: unknown, host: string): string =>
  (typeof name === 'string' && shownName(name)) || host

const isAddress = (value: unknown): value is string => typeof value === 'string' && URL.canParse(value)

/** Neither plain http to elsewhere, nor a page's own scheme. */
function isRedirect(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:') return true
  if (protocol === 'http:') return LOOPBACK.has(hostname)
  // The form that RFC 8252 asks for, as in `com.example.app:`, and those of editors.
  return /^[a-z][a-z0-9+.-]+:$/.test(protocol) && !FORBIDDEN_SCHEMES.has(protocol)
}
const FORBIDDEN_SCHEMES = new Set([
  ...['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'filesystem:', 'about:', 'view-source:'],
  ...['ws:', 'wss:', 'ftp:', 'mailto:', 'tel:', 'sms:', 'intent:', 'chrome:', 'chrome-extension:'],
])

/**
 * What counts of a program's description of itself. All programs are treated as public ones: none of them can prove
 * anything by a secret, so each must prove that it began the request (PKCE).
 */
function registrationOf(clientId: string, described: Record<string, unknown>) {
  const { client_id, client_name, redirect_uris } = described
  const redirects = Array.isArray(redirect_uris) ? redirect_uris.filter(isAddress).filter(isRedirect) : []
  if (client_id !== clientId || redirects.length === 0) throw new TypeError('The document does not fit.')
  return {
    client_id,
    client_name: programName(client_name, new URL(clientId).hostname),
    redirect_uris: redirects,
    // Lets a program on the computer choose its port when it starts.
    application_type: redirects.some(isLocalRedirect) ? 'native' : 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // Never used; the library wants the kind of the only key that it has.
    id_token_signed_response_alg: 'ES256',
  }
}

/** Reads the document by which a program identifies itself, from the very address and without following it elsewhere. */
export async function loadProgram(web: WebFetcher, address: string): Promise<Response> {
  const { bytes } = await web.get(address, {
    ...{ accept: 'application/json', mostBytes: MOST_BYTES },
    mayVisit: ({ href, protocol }) => protocol === 'https:' && href === new URL(address).href,
  })
  const described: unknown = JSON.parse(bytes.toString('utf8'))
  if (typeof described !== 'object' || described === null) throw new TypeError('The document does not fit.')
  return Response.json(registrationOf(address, described as Record<string, unknown>))
}
