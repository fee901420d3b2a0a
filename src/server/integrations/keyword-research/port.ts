import type { Country } from '#shared/features/opportunities/rules.ts'
import type { AdapterHealth } from '../health.ts'
import type { Dated } from '../keyword-market/port.ts'
import type { CallUsage } from '../spender.ts'

/** What people type. What is not known of it is null, or empty. */
export interface ResearchedKeyword {
  keyword: string
  /** Searches a month. */
  volume: number | null
  /** Percent, 0 to 100. */
  competition: number | null
  /** Searches in each of at most the last twelve months, the earliest first. */
  months: readonly number[]
}

/** What people ask, and what they are told. */
export interface ResearchedQuestion {
  question: string
  answer: string
  /** Whose answer it is. */
  source: string
  link: string | null
}

/** As many as a table shows. */
export const MOST_RESEARCHED = 50

/** What people type and ask around some words. Throws `IntegrationError`. */
export interface KeywordResearch {
  /** Who says so, as `AdapterHealth` names it. */
  source: string
  /** At most fifty, the most searched first. */
  keywords(words: string, country: Country): Promise<Dated<ResearchedKeyword[]>>
  questions(words: string, country: Country): Promise<Dated<ResearchedQuestion[]>>
  /** False where there is nobody to be asked; research without this always has somebody. */
  isConnected?(): Promise<boolean>
  /** How often the vendor was asked; null where asking costs nothing. */
  usage(): Promise<CallUsage | null>
  check(): Promise<AdapterHealth>
}
