/** How often a vendor was asked, and how often it may be asked on a day. */
export interface CallUsage {
  today: number
  month: number
  ceiling: number
  /** How long an answer is told again. */
  keptHours: number
}
