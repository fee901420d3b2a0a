import type { ScannedArticle } from '#shared/features/comparison/contract.ts'

/** What a page of an article says. Texts are plain; what it does not say is null, never "no". */
export type Story = Omit<ScannedArticle, 'keywords'>

export interface StoryReader {
  /**
   * Reads the article at an address of a marketplace, of one of our sites, or of our own pages. Throws an `AppError`
   * for people: an address that is none of these, a page that cannot be loaded, a page that is no article.
   */
  read(address: string): Promise<Story>
}
