import { ARTICLE_UNAVAILABLE, STORY_NOT_LOADED } from '#shared/features/comparison/rules.ts'
import { AppError } from '../../errors.ts'
import { IntegrationError } from '../integration-error.ts'
import type { WebFetcher } from '../web-fetcher/port.ts'
import { isReadable } from './address.ts'
import { parsePage } from './parse-page.ts'
import type { Story } from './port.ts'

const MOST_BYTES = 5 * 1024 * 1024
const TYPES = new Set(['text/html', 'application/xhtml+xml', ''])

/** A page that is there but no article. */
export const unavailable = () => new AppError('unprocessable', ARTICLE_UNAVAILABLE)

/** What went wrong out there stays there: one sentence, whatever lies behind an address. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof IntegrationError)) return error
  if (error.kind === 'not_found') return new AppError('notFound', ARTICLE_UNAVAILABLE)
  const isPassing = error.kind === 'timeout' || error.kind === 'unavailable' || error.kind === 'rate_limited'
  return new AppError(isPassing ? 'unavailable' : 'vendor', STORY_NOT_LOADED)
}

/** Reads a page of the web. Wherever redirects lead, it stays on a marketplace or on one of our own hosts. */
export async function readWebStory(web: WebFetcher, url: URL, ownHosts: readonly string[]): Promise<Story> {
  const request = {
    accept: 'text/html',
    mostBytes: MOST_BYTES,
    mayVisit: (place: URL) => isReadable(place, ownHosts),
  }
  const page = await web.get(url.href, request).catch((error: unknown) => {
    throw refusalOf(error)
  })
  if (!TYPES.has(page.type)) throw unavailable()
  const story = await parsePage(page.bytes, page.url)
  if (story === null) throw unavailable()
  return story
}
