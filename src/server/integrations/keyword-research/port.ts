import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import type { CallUsage } from '../billed-user.ts'
import type { AdapterHealth } from '../health.ts'
import type { Dated } from '../keyword-market/port.ts'

/** A search term. Unknown figures are null or empty. */
export interface ResearchedKeyword {
  keyword: string
  /** Searches a month. */
  volume: number | null
  /** Percent, 0 to 100. */
  competition: number | null
  /** Searches per month for up to twelve months, oldest first. */
  months: readonly number[]
}

/** A question with its answer. */
export interface ResearchedQuestion {
  question: string
  answer: string
  /** Source of the answer. */
  source: string
  link: string | null
}

/** Rows in a table. */
export const MOST_RESEARCHED = 50

/** Search terms and questions around some words. Methods throw `IntegrationError`. */
export interface KeywordResearch {
  /** Name of the source, as in `AdapterHealth`. */
  source: string
  /** At most fifty, most searched first. */
  keywords(words: string, country: Country): Promise<Dated<ResearchedKeyword[]>>
  questions(words: string, country: Country): Promise<Dated<ResearchedQuestion[]>>
  /** False if no provider is connected; research without this method always has one. */
  isConnected?(): Promise<boolean>
  /** Usage of the vendor; null if requests are free. */
  usage(): Promise<CallUsage | null>
  check(): Promise<AdapterHealth>
}
