import { IntegrationError } from '../integrations/integration-error.ts'
import type { WebFetcher } from '../integrations/web-fetcher/port.ts'

/** Documents by which programs identify themselves, at addresses that exist only here. */
export const PROGRAMS: Record<string, object> = {
  'https://quill.example/client.json': {
    client_name: 'Quill',
    redirect_uris: ['https://quill.example/back'],
  },
  'https://scribe.example/desktop.json': {
    client_name: 'Scribe',
    redirect_uris: ['http://127.0.0.1/back', 'example.scribe:/back'],
  },
}
export const QUILL = 'https://quill.example/client.json'
export const SCRIBE = 'https://scribe.example/desktop.json'
export const QUILL_BACK = 'https://quill.example/back'

/** Knows the documents of these programs and nothing else. */
export function createWeb(documents: Readonly<Record<string, object>>): WebFetcher {
  return {
    async get(address, { mayVisit }) {
      const document = documents[address]
      if (!document || mayVisit?.(new URL(address)) === false)
        throw new IntegrationError('This address could not be loaded.', {
          ...{ system: 'The web', kind: 'unavailable', operation: 'load' },
        })
      const bytes = Buffer.from(JSON.stringify({ client_id: address, ...document }))
      return { url: address, type: 'application/json', bytes }
    },
  }
}
