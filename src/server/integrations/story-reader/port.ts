import type { ScannedArticle } from '#shared/features/comparison/contract.ts'
import type { StoryItem } from '../../db/schema/share-of-voice.ts'

/** What a page of an article says. Texts are plain; what it does not say is null, never "no". */
export type Story = Omit<ScannedArticle, 'keywords'>

/**
 * Why there is no story: the address leads nowhere that we read; nothing is there; what is there is no article; it
 * cannot be loaded now, but perhaps later; it cannot be loaded.
 */
export type StoryFault = 'address' | 'missing' | 'no article' | 'not now' | 'failed'

export class StoryError extends Error {
  readonly fault: StoryFault

  constructor(fault: StoryFault, options?: ErrorOptions) {
    super(`There is no story: ${fault}`, options)
    this.fault = fault
  }
}

/** A story as it was told last, by whoever keeps them. */
export interface ToldStory {
  title: string
  publishedDate: string | null
  items: readonly StoryItem[]
  /** A publisher of ours told it. */
  isOurs: boolean
  /** What the article of ours begins with that it is; null where it is none that was written here. */
  intro: string | null
}

export interface StoryReader {
  /**
   * Reads the article at an address of a marketplace, of one of our sites, or of our own pages. Throws `StoryError`
   * where the address is none of these, the page cannot be loaded, or it is no article.
   */
  read(address: string): Promise<Story>
}

export interface Stories extends StoryReader {
  /** The page of a story that is kept here, or where the marketplace has that of any other; null where there is none. */
  page(path: string): Promise<{ html: string } | { elsewhere: string } | null>
}
