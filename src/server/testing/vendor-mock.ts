import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'

const folder = process.env.VENDOR_CONTRACTS

/** The vendors' API documents; null where there are none, and then contract tests are skipped. */
export const vendorContracts = folder !== undefined && existsSync(folder) ? folder : null

if (vendorContracts === null) {
  process.emitWarning(
    'VENDOR_CONTRACTS names no folder: requests to vendors are not checked against their documents.',
  )
}

export interface VendorMock {
  url: string
  /**
   * Throws when the vendor's document does not allow a request. The mock answers a bad request with the vendor's own
   * error body where the document has one, which an adapter would take for an ordinary refusal.
   */
  fetch: typeof fetch
  /** The requests that were sent, oldest first. */
  sent: { method: string; path: string; body: string | null }[]
}

type StartedMock = VendorMock & { close(): Promise<void> }

/**
 * A server for the tests of a group that answers as a vendor's API document says, and checks what it is asked; each of
 * them finds only what it has sent itself. Called where the group is described.
 */
export function useVendorMock(document: string | (() => Promise<string>)): VendorMock {
  let open: StartedMock
  beforeAll(async () => {
    open = await startVendorMock(typeof document === 'string' ? document : await document())
  })
  beforeEach(() => {
    open.sent.length = 0
  })
  afterAll(() => open.close())
  return {
    get url() {
      return open.url
    },
    get sent() {
      return open.sent
    },
    fetch: (input, init) => open.fetch(input, init),
  }
}

async function startVendorMock(document: string): Promise<StartedMock> {
  if (vendorContracts === null) throw new Error('There are no vendor documents here.')
  // The package is CommonJS without declarations for these entry points.
  const require = createRequire(import.meta.url)
  const { createServer } = require('@stoplight/prism-http-server')
  const { createLogger } = require('@stoplight/prism-core')
  const { getHttpOperationsFromSpec } = require('@stoplight/prism-cli/dist/operations')
  const operations = await getHttpOperationsFromSpec(join(vendorContracts, document))
  const server = createServer(operations, {
    components: { logger: createLogger('mock', { level: 'silent' }) },
    cors: false,
    config: {
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      mock: { dynamic: false },
      errors: true,
      isProxy: false,
    },
  })
  const url: string = await server.listen(0, '127.0.0.1')
  const sent: VendorMock['sent'] = []
  return {
    url,
    sent,
    async fetch(input, init) {
      const address = new URL(String(input))
      const body = typeof init?.body === 'string' ? init.body : null
      sent.push({ method: init?.method ?? 'GET', path: address.pathname + address.search, body })
      const response = await fetch(input, init)
      const violations = response.headers.get('sl-violations')
      const answer = await response.clone().text()
      if (violations !== null || answer.includes('https://stoplight.io/prism/errors#')) {
        const request = `${init?.method ?? 'GET'} ${address.pathname}`
        throw new Error(`The vendor's document does not allow ${request}: ${violations ?? answer}`)
      }
      return response
    },
    close: () => server.close(),
  }
}
