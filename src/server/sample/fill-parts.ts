import type { SampleArticle } from './articles.ts'
import type { PersonKey } from './people.ts'
import type { SampleSiteCode } from './site-codes.ts'

export interface Pictures {
  logos: ReadonlyMap<SampleSiteCode, string>
  heroes: ReadonlyMap<SampleArticle, string>
}

/** Ids of everything inserted so far, by the names used in the sample. */
export interface Laid {
  now: Date
  pictures: Pictures
  siteIds: ReadonlyMap<SampleSiteCode, number>
  userIds: ReadonlyMap<PersonKey, number>
  /** By identity. */
  keywordIds: ReadonlyMap<string, number>
}

/** The articles with their numbers. */
export type Placed = readonly { article: SampleArticle; articleId: number }[]
