import { IntegrationError } from '../integration-error.ts'
import type { WebFetcher } from '../web-fetcher/port.ts'
import { isReadable } from './address.ts'
import { parsePage } from './parse-page.ts'
import { type Story, StoryError } from './port.ts'

const MOST_BYTES = 5 * 1024 * 1024
const TYPES = new Set(['text/html', 'application/xhtml+xml', ''])

/** A page that is there but no article. */
export const unavailable = () => new StoryError('no article')

/** Turns a failed fetch into a `StoryError` that reveals nothing about the fetched address. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof IntegrationError)) return error
  if (error.kind === 'not_found') return new StoryError('missing', { cause: error })
  const isPassing = error.kind === 'timeout' || error.kind === 'unavailable' || error.kind === 'rate_limited'
  return new StoryError(isPassing ? 'not now' : 'failed', { cause: error })
}

/** Reads a page of the web. Wherever redirects lead, it stays on a marketplace or on one of our own hosts. */
export async function readWebStory(web: WebFetcher, url: URL, ownHosts: readonly string[]): Promise<Story> {
  const request = {
    accept: 'text/html',
    mostBytes: MOST_BYTES,
    mayVisit: (place: URL) => isReadable(place, ownHosts),
  }
  const page = await web.get(url.href, request).catch((error: unknown) => {
    throw faultOf(error)
  })
  if (!TYPES.has(page.type)) throw unavailable()
  const story = await parsePage(page.bytes, page.url)
  if (story === null) throw unavailable()
  return story
}
