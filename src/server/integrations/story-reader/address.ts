/** Top-level domains of the marketplace's shops. */
const MARKETPLACE_ENDINGS = [
  'com',
  'ca',
  'com.mx',
  'com.br',
  'co.uk',
  'de',
  'fr',
  'it',
  'es',
  'nl',
  'se',
  'pl',
  'com.be',
  'ie',
  'com.tr',
  'ae',
  'sa',
  'eg',
  'co.za',
  'in',
  'co.jp',
  'sg',
  'com.au',
]
const MARKETPLACES = new Set(
  MARKETPLACE_ENDINGS.flatMap((ending) => [`amazon.${ending}`, `www.amazon.${ending}`]),
)

const STORY_PATH = '/ospublishing/'
/** What a part of a story's address ends with that names its language. */
const LANGUAGE = '.en_US'
const OWN_POST = /^\/posts\/([a-z][a-z0-9]{1,9})\/(\d{1,9})$/

/** A readable address: a story on our site or the marketplace, our own post, or a web page. */
export type StoryAddress =
  | { kind: 'story'; path: string }
  | { kind: 'post'; code: string; id: number }
  | { kind: 'page'; url: URL }

const plainHost = (host: string) => host.toLowerCase().replace(/^www\./, '')

/** Whether a page may be loaded: https and nothing unusual, on a marketplace or on one of these hosts. */
export function isReadable(url: URL, ownHosts: readonly string[]): boolean {
  const { protocol, username, password, port, hostname } = url
  if (protocol !== 'https:' || username !== '' || password !== '' || port !== '') return false
  return MARKETPLACES.has(hostname) || ownHosts.some((host) => plainHost(host) === plainHost(hostname))
}

function storyPath(address: string): StoryAddress | null {
  const url = URL.parse(address, 'https://story.invalid')
  // Resolve `..` and its encodings before checking the path.
  if (url === null || url.host !== 'story.invalid' || !url.pathname.startsWith(STORY_PATH)) return null
  const segments = url.pathname.slice(STORY_PATH.length).split('/')
  const isEnglish = [...segments, ...url.searchParams.values()].some((part) => part.endsWith(LANGUAGE))
  return isEnglish ? { kind: 'story', path: url.pathname + url.search } : null
}

/** The target of an address; null if it may not be read. */
export function parseStoryAddress(address: string, ownHosts: readonly string[]): StoryAddress | null {
  if (address.startsWith(STORY_PATH)) return storyPath(address)
  const [, code, id] = OWN_POST.exec(address) ?? []
  if (code !== undefined) return { kind: 'post', code, id: Number(id) }
  if (!/^https:\/\/[^\s\\]+$/i.test(address)) return null
  const url = URL.parse(address)
  return url !== null && isReadable(url, ownHosts) ? { kind: 'page', url } : null
}

/** Id of a story, from any form of its address; null if there is none. */
export function storyIdOf(path: string): string | null {
  return /^\/ospublishing\/story\/([0-9a-f-]{36})(?:[/?]|$)/i.exec(path)?.[1]?.toLowerCase() ?? null
}
