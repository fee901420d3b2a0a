/** Headline and description of a product, in the order of the article's products. */
type ProductWords = readonly [headline: string, description: string]

/** What editors have written around an article once it had its post. */
export interface PostStory {
  /** Of the article; it tells which one this belongs to. */
  title: string
  /** How the testing went, after the intro. */
  copy: string
  products: readonly ProductWords[]
  /** In the order of the article's questions. */
  answers: readonly string[]
  outro: string
}
