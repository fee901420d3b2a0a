import type { ScannedArticle } from '#shared/features/articles/comparison/contract.ts'
import type { StoryItem } from '../../db/schema/share-of-voice.ts'

/** Content of an article's page as plain text. What the page does not contain is null, never "no". */
export type Story = Omit<ScannedArticle, 'keywords'>

/**
 * Why there is no story: `address`: not an address that we read. `missing`: nothing is there. `no article`:
 * the page is not an article. `not now`: it cannot be loaded now, but perhaps later. `failed`: it cannot be
 * loaded.
 */
export type StoryFault = 'address' | 'missing' | 'no article' | 'not now' | 'failed'

export class StoryError extends Error {
  readonly fault: StoryFault

  constructor(fault: StoryFault, options?: ErrorOptions) {
    super(`There is no story: ${fault}`, options)
    this.fault = fault
  }
}

/** The latest version of a story in our store. */
export interface ToldStory {
  title: string
  publishedDate: string | null
  items: readonly StoryItem[]
  /** The publisher is ours. */
  isOurs: boolean
  /** The intro of our matching article; null if it was not written here. */
  intro: string | null
}

export interface StoryReader {
  /**
   * Reads the article at an address of a marketplace, one of our sites, or our own pages. Throws `StoryError`
   * if the address is none of these, the page cannot be loaded, or it is not an article.
   */
  read(address: string): Promise<Story>
}

export interface Stories extends StoryReader {
  /** The page of a story that we store, or its address on the marketplace; null if there is none. */
  page(path: string): Promise<{ html: string } | { elsewhere: string } | null>
}
