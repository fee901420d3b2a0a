import {
  alertDays,
  dayNumber,
  dayOfNumber,
  looserThan,
  type Span,
  TEST_WEEKS,
  TOLD_DAYS,
} from '#shared/features/desk/alert-rules/rules.ts'
import { weekOf } from '#shared/features/posts/content-tracker/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import type { Db } from '../../../db/connect.ts'
import {
  type AskedFacts,
  countNamed,
  findReach,
  isTooMuch,
  listNamed,
  listSpans,
  nameSubjects,
  type SubjectName,
} from './fact-queries.ts'
import { listAnswers } from './queries.ts'

const WEEK_DAYS = 7
/** Most current matches shown. */
const SHOWN = 20

const firstWeek = (today: string) => plusDays(weekOf(today), -WEEK_DAYS * (TEST_WEEKS - 1))

interface Window {
  from: number
  to: number
}

/** How often a rule of this threshold would have spoken, by day. */
function countDays(
  spans: ReadonlyMap<number, readonly Span[]>,
  rule: Pick<AskedFacts, 'threshold' | 'coolDownDays'>,
  window: Window,
): Map<number, number> {
  const days = new Map<number, number>()
  for (const ofSubject of spans.values())
    for (const day of alertDays(ofSubject, rule, window)) days.set(day, (days.get(day) ?? 0) + 1)
  return days
}

function sumOf(days: ReadonlyMap<number, number>, { from, to }: Window): number {
  let sum = 0
  for (const [day, count] of days) if (day >= from && day <= to) sum += count
  return sum
}

/** The next looser threshold, if it can be back-tested. */
async function looserOf(db: Db, asked: AskedFacts, from: string): Promise<number | null> {
  const threshold = looserThan(asked)
  return threshold === null || (await isTooMuch(db, asked, { threshold, from })) ? null : threshold
}

/** First day of the back-test: a year back, as far as there is data. */
export function testedFrom(knownFrom: string | null, today: string): string {
  const first = firstWeek(today)
  return knownFrom !== null && knownFrom > first ? knownFrom : first
}

export interface Tested {
  /** Per week from the first one on; null if unknown. */
  weeks: { week: string; alerts: number | null; looser: number | null }[]
  /** In the past 90 days, as far as there is data. */
  told: number
  knownDays: number
  /** It fires too often for a back-test. */
  isTooMuch: boolean
  /** The next looser threshold, and how often that would have spoken. */
  looser: { threshold: number; told: number } | null
  countedAt: Date | null
}

/** What a rule would have sent in the weeks that are known, today's included. */
export async function testRule(db: Db, asked: AskedFacts, today: string): Promise<Tested> {
  const reach = await findReach(db, asked)
  const first = firstWeek(today)
  const knownFrom = reach?.knownFrom ?? null
  const from = testedFrom(knownFrom, today)
  const window = { from: dayNumber(from), to: dayNumber(today) }
  const isOverfull = await isTooMuch(db, asked, { threshold: asked.threshold, from })
  const looser = await looserOf(db, asked, from)
  const isKnown = knownFrom !== null && knownFrom <= today && !isOverfull
  const spans = isKnown
    ? await listSpans(db, asked, { threshold: looser ?? asked.threshold, from })
    : new Map<number, Span[]>()
  const days = countDays(spans, asked, window)
  const looserDays = looser === null ? null : countDays(spans, { ...asked, threshold: looser }, window)
  const start = dayNumber(first)
  const weeks = Array.from({ length: TEST_WEEKS }, (_, index) => {
    const week = { from: start + index * WEEK_DAYS, to: start + index * WEEK_DAYS + WEEK_DAYS - 1 }
    const known = isKnown && week.to >= window.from
    return {
      week: dayOfNumber(week.from),
      alerts: known ? sumOf(days, week) : null,
      looser: known && looserDays ? sumOf(looserDays, week) : null,
    }
  })
  const past = { from: Math.max(window.from, window.to - TOLD_DAYS + 1), to: window.to }
  return {
    weeks,
    told: sumOf(days, past),
    isTooMuch: isOverfull,
    knownDays: isKnown ? past.to - past.from + 1 : 0,
    looser: looser === null || !looserDays ? null : { threshold: looser, told: sumOf(looserDays, past) },
    countedAt: reach ? new Date(reach.countedAt) : null,
  }
}

export interface NamedNow {
  named: number
  subjects: {
    id: number
    value: number
    was: number
    is: number
    name: SubjectName
    /** Undefined if the reader has not answered. */
    isRight: boolean | undefined
  }[]
}

/** A rule's matches today: their number, and the first of them with the user's answers. */
export async function readNamed(
  db: Db,
  asked: AskedFacts,
  { today, ruleId, userId }: { today: string; ruleId: number | undefined; userId: number },
): Promise<NamedNow> {
  const named = await countNamed(db, asked, today)
  const shown = await listNamed(db, asked, today, SHOWN)
  const ids = shown.map(({ id }) => id)
  const names = await nameSubjects(db, asked.kind, ids)
  const answers =
    ruleId === undefined
      ? new Map<number, boolean>()
      : await listAnswers(db, { ruleId, userId, subjects: ids })
  return {
    named,
    subjects: shown.flatMap(({ id, value, was, is }) => {
      const name = names.get(id)
      return name ? [{ id, value, was, is, name, isRight: answers.get(id) }] : []
    }),
  }
}
