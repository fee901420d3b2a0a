import { type Db, transaction } from '../../../../db/connect.ts'
import type { StoryItem } from '../../../../db/schema/share-of-voice.ts'
import * as store from '../store.ts'

/** That a publisher held a keyword on a day, and with which article. */
export interface Hit {
  keywordId: number
  /** `yyyy-MM-dd` in the organisation's time zone. */
  day: string
  publisher: string
  /** It held it for us. */
  isWinning: boolean
  /** The publisher is ours although this day was lost; defaults to `isWinning`. */
  isOurs?: boolean
  title: string
  /** As the publisher writes it. */
  publishedDate: string | null
  url: string | null
  items: readonly StoryItem[]
}

export interface Recorded {
  added: number
  /** Known already, but with another article or another owner. */
  changed: number
  /** Known already, as they are. */
  repeated: number
}

const keyOf = ({ keywordId, day, publisher }: Hit) => `${keywordId} ${day} ${publisher}`

interface Told {
  stories: Map<string, store.NewStory & { lastDay: string }>
  fingerprints: Map<Hit, string>
}

const isOneStory = (one: Hit, other: Hit) =>
  one.title === other.title && one.publishedDate === other.publishedDate && one.url === other.url

/** The fingerprint of a hit's story; that of a story which many hits share is computed once. */
function createFingerprints(): (hit: Hit) => string {
  const known = new Map<Hit['items'], { hit: Hit; fingerprint: string }>()
  return (hit) => {
    const last = known.get(hit.items)
    if (last && isOneStory(last.hit, hit)) return last.fingerprint
    const fingerprint = store.fingerprintOf(hit)
    known.set(hit.items, { hit, fingerprint })
    return fingerprint
  }
}

function storiesOf(hits: readonly Hit[]): Told {
  const fingerprintOf = createFingerprints()
  const told: Told = { stories: new Map(), fingerprints: new Map() }
  for (const hit of hits) {
    const fingerprint = fingerprintOf(hit)
    const known = told.stories.get(fingerprint)
    if (known === undefined || known.lastDay < hit.day) {
      told.stories.set(fingerprint, { ...hit, lastDay: hit.day })
    }
    told.fingerprints.set(hit, fingerprint)
  }
  return told
}

function publishersOf(hits: readonly Hit[]): Map<string, { isOurs: boolean }> {
  const named = new Map<string, { isOurs: boolean }>()
  for (const { publisher, isWinning, isOurs = isWinning } of hits) {
    named.set(publisher, { isOurs: isOurs || named.get(publisher)?.isOurs === true })
  }
  return named
}

/**
 * Stores who held which keywords. For a keyword and day, the first hit is the first holder. All derived
 * counts are updated in the same transaction, with shares that end with `today`. Repeating it adds nothing.
 * Call with a few thousand hits at a time; the keywords must exist.
 */
export async function recordHits(db: Db, hits: readonly Hit[], today: string): Promise<Recorded> {
  // A map keeps the place of what came first, and is given it last.
  const unique = [...new Map([...hits, ...hits.toReversed()].map((hit) => [keyOf(hit), hit])).values()]
  if (unique.length === 0) return { added: 0, changed: 0, repeated: 0 }
  const { stories, fingerprints } = storiesOf(unique)
  return transaction(db, async (tx) => {
    await store.lockWriters(tx)
    const publisherIds = await store.ensurePublishers(tx, publishersOf(unique))
    const storyIds = await store.ensureStories(tx, stories)
    const rows = unique.map((hit) => ({
      keywordId: hit.keywordId,
      day: hit.day,
      isWinning: hit.isWinning,
      publisherId: known(publisherIds, hit.publisher),
      storyId: known(storyIds, known(fingerprints, hit)),
    }))
    const { added, changed } = await store.upsertStats(tx, rows)
    if (added + changed > 0) await store.refreshKeywordDays(tx, rows, today)
    return { added, changed, repeated: hits.length - added - changed }
  })
}

function known<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new RangeError(`${String(key)} was not written`)
  return value
}
