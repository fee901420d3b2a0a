import type { AnswerSource } from '#shared/features/desk/game-solutions/contract.ts'
import type { AdapterHealth } from '../health.ts'

/** What solves the word games on a day, `yyyy-MM-dd`; null where that is not known yet. Throws `IntegrationError`. */
export interface GameAnswers {
  wordle(day: string): Promise<string | null>
  heardle(day: string): Promise<string | null>
  sources: { wordle: AnswerSource; heardle: AnswerSource }
  /** How many days ahead are worth asking for. */
  daysAhead: number
  check(): Promise<AdapterHealth>
}
