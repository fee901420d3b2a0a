import type { StoryItem } from '../../db/schema/share-of-voice.ts'
import type { AdapterHealth } from '../health.ts'

/** An article that is shown among the results of a search, and whose it is. */
export interface EditorialHit {
  publisher: string
  /** The publisher is one of ours. */
  isWinning: boolean
  title: string
  /** As the publisher writes it. */
  publishedDate: string | null
  url: string | null
  items: StoryItem[]
}

/** An article of ours that is out. */
export interface OwnArticle {
  publisher: string
  title: string
  /** `yyyy-MM-dd`. */
  publishedOn: string
  items: readonly StoryItem[]
}

/** What ours have to do with a keyword. */
export interface OwnSide {
  /** Those of our publishers that the keyword is meant for. */
  publishers: readonly string[]
  articles: readonly OwnArticle[]
}

/** Tells which publishers' articles a marketplace shows for a search. Throws `IntegrationError`. */
export interface ShareOfVoiceSource {
  /**
   * Who holds a keyword, in the order in which they are shown; a publisher once. Nobody is an answer, too. The day is
   * today in the organisation's time zone, `yyyy-MM-dd`: outside systems only know the present.
   */
  editorialFor(keyword: string, day: string): Promise<EditorialHit[]>
  /** How many keywords may be asked for at the same time. */
  atOnce: number
  check(): Promise<AdapterHealth>
}

/** A search as a source has answered it once; or why there is none in it. */
export type KeptSearch = { keyword: string; moment: Date; hits: EditorialHit[] } | { fault: string }

/** Reads an answer as somebody has kept it; null where it is something else altogether. `own` has ours, in lower case. */
export type ReadKeptSearch = (line: object, own: ReadonlySet<string>) => KeptSearch | null

/** A publisher that is shown twice holds the keyword once, with what is shown first. */
export const onePerPublisher = (hits: readonly EditorialHit[]): EditorialHit[] =>
  hits.filter(({ publisher }, index) => hits.findIndex((other) => other.publisher === publisher) === index)
