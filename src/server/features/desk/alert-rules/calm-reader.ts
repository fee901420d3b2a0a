import { alertDays, CALM_MOST, dayNumber, KINDS, TOLD_DAYS } from '#shared/features/desk/alert-rules/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import type { Db } from '../../../db/connect.ts'
import { type AskedFacts, findReach, isTooMuch, listSpans } from './fact-queries.ts'

/**
 * How often a rule with this threshold would have fired since a day; infinity if it fires too often for a
 * back-test.
 */
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
 * The loosest threshold with at most `CALM_MOST` firings in the days with data; the tightest one if even that
 * fires more often; the default if none would have fired, or without data. A threshold without firings is
 * calmer than a looser one with far too many.
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
