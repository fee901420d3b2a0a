import { ARTICLE_UNAVAILABLE, INVALID_URL } from '#shared/features/comparison/rules.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../errors.ts'
import type { ProductCatalog } from '../product-catalog/port.ts'
import type { Publishing } from '../publishing-site/by-site.ts'
import type { WebFetcher } from '../web-fetcher/port.ts'
import { parseStoryAddress } from './address.ts'
import { readBuiltInPost, readBuiltInStory, storyPage } from './built-in.ts'
import type { Story, StoryReader } from './port.ts'
import { listSiteAddresses } from './story-store.ts'
import { readWebStory } from './web.ts'

/** Where a story's path leads that is none of our own. */
export const MARKETPLACE = 'https://www.amazon.com'

export interface StoryReaderParts {
  db: Db
  web: WebFetcher
  publishing: Publishing
  goods: Pick<ProductCatalog, 'getItems'>
}

export interface Stories extends StoryReader {
  /** The page of a story that is kept here, as HTML; null for any other address. */
  page(path: string): Promise<string | null>
}

/** A page of a site of ours is read from its posts where they are kept here, and from the web where not. */
async function readOwnSite(
  { publishing, ...parts }: StoryReaderParts,
  url: URL,
  code: string,
): Promise<Story> {
  const id = await publishing.of(code).findPostByUrl(url.href)
  if (id === null) throw new AppError('notFound', ARTICLE_UNAVAILABLE)
  return readBuiltInPost({ ...parts, publishing: publishing.of }, { code, id })
}

const plainHost = (address: string) => URL.parse(address)?.hostname.replace(/^www\./, '')

async function readAddress(parts: StoryReaderParts, text: string): Promise<Story> {
  const { db, web, publishing } = parts
  const sites = await listSiteAddresses(db)
  const hosts = sites.flatMap(({ url }) => URL.parse(url)?.hostname ?? [])
  const address = parseStoryAddress(text, hosts)
  if (address === null) throw new AppError('invalid', INVALID_URL)
  const builtIn = { ...parts, publishing: publishing.of }
  if (address.kind === 'post') {
    const isKnown = sites.some(({ code }) => code === address.code) && publishing.isBuiltIn(address.code)
    if (!isKnown) throw new AppError('notFound', ARTICLE_UNAVAILABLE)
    return readBuiltInPost(builtIn, address)
  }
  if (address.kind === 'story') {
    const own = await readBuiltInStory(builtIn, address.path)
    return own ?? readWebStory(web, new URL(address.path, MARKETPLACE), hosts)
  }
  const site = sites.find(({ url }) => plainHost(url) === plainHost(address.url.href))
  if (site && publishing.isBuiltIn(site.code)) return readOwnSite(parts, address.url, site.code)
  return readWebStory(web, address.url, hosts)
}

/** Reads stories: those that are kept here from their own pages, all others from the web. */
export function createStoryReader(parts: StoryReaderParts): Stories {
  return {
    read: (address) => readAddress(parts, address.trim()),
    page: (path) => storyPage({ ...parts, publishing: parts.publishing.of }, path),
  }
}
