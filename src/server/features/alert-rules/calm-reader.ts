import { alertDays, CALM_MOST, dayNumber, KINDS, TOLD_DAYS } from '#shared/features/alert-rules/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import type { Db } from '../../db/connect.ts'
import { type AskedFacts, findReach, isTooMuch, listSpans } from './fact-queries.ts'

/** How often a rule of this threshold would have spoken since a day; endless where nobody looks back at it. */
async function countTold(db: Db, asked: AskedFacts, { from, today }: { from: string; today: string }) {
  const { threshold } = asked
  if (await isTooMuch(db, asked, { threshold, from })) return Number.POSITIVE_INFINITY
  const window = { from: dayNumber(from), to: dayNumber(today) }
  let told = 0
  for (const spans of (await listSpans(db, asked, { threshold, from })).values())
    told += alertDays(spans, asked, window).length
  return told
}

export interface CalmThreshold {
  threshold: number
  told: number
}

/**
 * The loosest threshold at which a rule would have spoken `CALM_MOST` times at most in the days that are known; the
 * tightest where even that speaks more often, and the usual one where none would have spoken, or nothing is known. One
 * that would not have spoken is calmer than a looser one that would have spoken far too often.
 */
export async function findCalm(db: Db, asked: AskedFacts, today: string): Promise<CalmThreshold> {
  const { thresholds, usual } = KINDS[asked.kind]
  const first = plusDays(today, 1 - TOLD_DAYS)
  const knownFrom = (await findReach(db, asked))?.knownFrom ?? null
  if (knownFrom === null) return { threshold: usual, told: 0 }
  const from = [knownFrom, first].toSorted().at(-1) ?? first
  let calm: CalmThreshold | null = null
  let quiet: CalmThreshold | null = null
  for (const threshold of thresholds.toReversed()) {
    const told = await countTold(db, { ...asked, threshold }, { from, today })
    if (told > CALM_MOST) return calm ?? quiet ?? { threshold, told: Number.isFinite(told) ? told : 0 }
    if (told > 0) calm = { threshold, told }
    else quiet = { threshold, told }
  }
  return calm ?? { threshold: usual, told: 0 }
}
