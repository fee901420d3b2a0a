import type { ArticleStatus } from '#shared/features/articles/rules.ts'
import type { PersonKey } from '../people.ts'
import type { MotifName } from '../pictures/motif.ts'
import type { SampleSiteCode } from '../sites.ts'

/** Name, award, summary. A draft may have blanks. */
type StoryProduct = readonly [name: string, award: string, summary?: string]

/** A QA reason and the requester's reply; the reply is missing while the article waits with its requester. */
type StoryReturn = readonly [reason: string, reply?: string]

/** An article as its people wrote it; dates and numbers come later. */
export interface SampleStory {
  /** The product line whose tags its keywords carry. */
  line: string
  keywords: readonly [string, ...string[]]
  site: SampleSiteCode
  picture: MotifName
  by: PersonKey
  status: ArticleStatus
  /** Days since it was requested, or since the draft was begun. */
  age: number
  title: string
  intro?: string
  notes?: string
  products: readonly StoryProduct[]
  faqs: readonly string[]
  returns?: readonly StoryReturn[]
  rejection?: string
  /** Who validated it; the requester's own key makes it self-approved. */
  validator?: PersonKey
  /** What QA said on approving. */
  praise?: string
}
