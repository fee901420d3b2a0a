import { IntegrationError } from '../integration-error.ts'
import type { Publishing } from '../publishing-site/by-site.ts'
import type { WebFetcher } from '../web-fetcher/port.ts'
import { parseStoryAddress, storyIdOf } from './address.ts'
import { type BuiltInDeps, readBuiltInPost, readBuiltInStory, readPost, storyPage } from './built-in.ts'
import { type Stories, type Story, StoryError } from './port.ts'
import { readWebStory } from './web.ts'

/** Host of stories that are not our own. */
const MARKETPLACE = 'https://www.amazon.com'

export interface StoryReaderDeps extends Omit<BuiltInDeps, 'publishing'> {
  web: WebFetcher
  publishing: Publishing
  /** Our sites, by their addresses. */
  listSites: () => Promise<readonly { code: string; url: string }[]>
}

/** A post of a built-in site. */
async function readSitePost(
  { publishing, ...deps }: StoryReaderDeps,
  url: URL,
  code: string,
): Promise<Story> {
  const id = await publishing.of(code).findPostByUrl(url.href)
  if (id === null) throw new StoryError('missing')
  return readBuiltInPost({ ...deps, publishing: publishing.of }, { code, id })
}

/**
 * Our own post behind an address of a vendor's site, read through the site's API: products, author and parts,
 * without the theme. Null if it is not our post or the site does not answer; the page itself is then read.
 */
async function readOwnPost({ publishing }: StoryReaderDeps, url: URL, code: string): Promise<Story | null> {
  const at = publishing.of(code)
  try {
    const id = await at.findPostByUrl(url.href)
    const post = id === null ? null : await at.getPost(id)
    if (post?.status !== 'publish' || post.products.length === 0) return null
    return await readPost(post)
  } catch (error) {
    if (error instanceof IntegrationError || error instanceof StoryError) return null
    throw error
  }
}

const plainHost = (address: string) => URL.parse(address)?.hostname.replace(/^www\./, '')

async function readAddress(deps: StoryReaderDeps, text: string): Promise<Story> {
  const { web, publishing } = deps
  const sites = await deps.listSites()
  const hosts = sites.flatMap(({ url }) => URL.parse(url)?.hostname ?? [])
  const address = parseStoryAddress(text, hosts)
  if (address === null) throw new StoryError('address')
  const builtIn = { ...deps, publishing: publishing.of }
  if (address.kind === 'post') {
    const isKnown = sites.some(({ code }) => code === address.code) && publishing.isBuiltIn(address.code)
    if (!isKnown) throw new StoryError('missing')
    return readBuiltInPost(builtIn, address)
  }
  if (address.kind === 'story') {
    const own = await readBuiltInStory(builtIn, address.path)
    return own ?? readWebStory(web, new URL(address.path, MARKETPLACE), hosts)
  }
  const site = sites.find(({ url }) => plainHost(url) === plainHost(address.url.href))
  if (site && publishing.isBuiltIn(site.code)) return readSitePost(deps, address.url, site.code)
  const ownPost = site ? await readOwnPost(deps, address.url, site.code) : null
  return ownPost ?? readWebStory(web, address.url, hosts)
}

/** Reads stories: built-in ones from their own pages, all others from the web. */
export function createStoryReader(deps: StoryReaderDeps): Stories {
  return {
    read: (address) => readAddress(deps, address.trim()),
    async page(path) {
      const html = await storyPage({ ...deps, publishing: deps.publishing.of }, path)
      if (html !== null) return { html }
      return storyIdOf(path) === null ? null : { elsewhere: MARKETPLACE + path }
    },
  }
}
