import { shownName } from '#shared/features/ground/assistants/rules.ts'
import { readJson } from '../../read-json.ts'
import type { WebFetcher } from '../web-fetcher/port.ts'

const MOST_BYTES = 64 * 1024
/** This computer, as programs may name it. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The address answers with a document that describes no program that may connect, or another one. */
export class NoDocument extends Error {
  override name = 'NoDocument'
}

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

/** Schemes of editors and assistants. Others need a dot, as RFC 8252 asks for, because systems use those without one. */
const KNOWN_SCHEMES = new Set([
  ...['claude:', 'cursor:', 'goose:', 'raycast:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:'],
])

/** Neither plain http to elsewhere, nor a scheme that does something on the computer. */
function isRedirect(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  if (address.includes('#')) return false
  if (protocol === 'https:') return !LOOPBACK.has(hostname)
  if (protocol === 'http:') return LOOPBACK.has(hostname)
  return KNOWN_SCHEMES.has(protocol) || /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/.test(protocol)
}

/**
 * What counts of a program's description of itself. All programs are treated as public ones: none of them can prove
 * anything by a secret, so each must prove that it began the request (PKCE).
 */
function registrationOf(clientId: string, described: Record<string, unknown>) {
  const { client_id, client_name, redirect_uris } = described
  const redirects = Array.isArray(redirect_uris) ? redirect_uris.filter(isAddress).filter(isRedirect) : []
  if (client_id !== clientId || redirects.length === 0) throw new NoDocument('The document does not fit.')
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
export async function loadProgram(web: WebFetcher, address: string) {
  const { bytes, type } = await web.get(address, {
    ...{ accept: 'application/json', mostBytes: MOST_BYTES },
    mayVisit: ({ href, protocol }) => protocol === 'https:' && href === new URL(address).href,
  })
  // A host may keep pictures and texts of its users; this is meant to be a document for programs.
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(type)) throw new TypeError('The document is not JSON.')
  const described: unknown = readJson(bytes.toString('utf8'))
  if (typeof described !== 'object' || described === null) throw new TypeError('The document is not JSON.')
  return registrationOf(address, described as Record<string, unknown>)
}
export type Registration = Awaited<ReturnType<typeof loadProgram>>
