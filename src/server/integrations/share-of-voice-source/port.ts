import type { StoryItem } from '../../db/schema/share-of-voice.ts'
import type { AdapterHealth } from '../health.ts'

/** An article among the results of a search, and its publisher. */
export interface EditorialHit {
  publisher: string
  /** The publisher is ours. */
  isWinning: boolean
  title: string
  /** In the publisher's own format. */
  publishedDate: string | null
  url: string | null
  items: StoryItem[]
}

/** One of our published articles. */
export interface OwnArticle {
  publisher: string
  title: string
  /** `yyyy-MM-dd`. */
  publishedOn: string
  items: readonly StoryItem[]
}

/** Our publishers and articles for a keyword. */
export interface OwnSide {
  /** Those of our publishers that the keyword is meant for. */
  publishers: readonly string[]
  articles: readonly OwnArticle[]
}

/** Finds which publishers' articles a marketplace shows for a search. Methods throw `IntegrationError`. */
export interface ShareOfVoiceSource {
  /**
   * The holders of a keyword in displayed order, each publisher once. An empty list is valid. `day` is today
   * in the organization's time zone, `yyyy-MM-dd`: outside systems only know the present.
   */
  editorialFor(keyword: string, day: string): Promise<EditorialHit[]>
  /** Most concurrent requests. */
  atOnce: number
  check(): Promise<AdapterHealth>
}

/** A stored answer of a source, or why it is unusable. */
export type StoredSearch = { keyword: string; moment: Date; hits: EditorialHit[] } | { fault: string }

/** Parses a stored answer; null if it has another format. `own` contains our publishers in lower case. */
export type ReadStoredSearch = (line: object, own: ReadonlySet<string>) => StoredSearch | null

/** Keeps the first result of each publisher. */
export const onePerPublisher = (hits: readonly EditorialHit[]): EditorialHit[] =>
  hits.filter(({ publisher }, index) => hits.findIndex((other) => other.publisher === publisher) === index)
