import type { BackTest } from '#shared/features/alert-rules/contract.ts'
import {
  alertDays,
  dayNumber,
  dayOfNumber,
  looserThan,
  type Span,
  TEST_WEEKS,
  TOLD_DAYS,
} from '#shared/features/alert-rules/rules.ts'
import { weekOf } from '#shared/features/content-tracker/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import type { Db } from '../../db/connect.ts'
import {
  type AskedFacts,
  countNamed,
  findReach,
  isTooMuch,
  listNamed,
  listSpans,
  nameSubjects,
} from './fact-queries.ts'
import { listAnswers } from './queries.ts'

const WEEK_DAYS = 7
/** So many of what a rule would name today are shown. */
const SHOWN = 20

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

/** The next looser setting, as far as it can be looked back at. */
async function looserOf(db: Db, asked: AskedFacts, from: string): Promise<number | null> {
  const threshold = looserThan(asked)
  return threshold === null || (await isTooMuch(db, asked, { threshold, from })) ? null : threshold
}

export type Tested = Omit<BackTest, 'subjects' | 'named'>

/** What a rule would have sent in the weeks that are known, today's included. */
export async function testRule(db: Db, asked: AskedFacts, today: string): Promise<Tested> {
  const reach = await findReach(db, asked)
  const first = plusDays(weekOf(today), -WEEK_DAYS * (TEST_WEEKS - 1))
  const knownFrom = reach?.knownFrom ?? null
  const from = knownFrom !== null && knownFrom > first ? knownFrom : first
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
    known_weeks: weeks.filter(({ alerts }) => alerts !== null).length,
    told: sumOf(days, past),
    is_too_much: isOverfull,
    known_days: isKnown ? past.to - past.from + 1 : 0,
    looser: looser === null || !looserDays ? null : { threshold: looser, told: sumOf(looserDays, past) },
    counted_at: reach ? new Date(reach.countedAt).toISOString() : null,
  }
}

/** What a rule would name today: how many, and the first of them with what somebody has answered. */
export async function readNamed(
  db: Db,
  asked: AskedFacts,
  { today, ruleId, userId }: { today: string; ruleId: number | undefined; userId: number },
): Promise<Pick<BackTest, 'named' | 'subjects'>> {
  const named = await countNamed(db, asked, today)
  const shown = await listNamed(db, asked, today, SHOWN)
  const ids = shown.map(({ id }) => id)
  const names = await nameSubjects(db, asked.kind, ids)
  const answers =
    ruleId === undefined
      ? new Map<number, boolean>()
      : await listAnswers(db, { ruleId, userId, subjects: ids })
  const answerOf = (id: number) => {
    const isRight = answers.get(id)
    if (isRight === undefined) return null
    return isRight ? ('right' as const) : ('noise' as const)
  }
  return {
    named,
    subjects: shown.flatMap(({ id, value, was, is }) => {
      const name = names.get(id)
      return name
        ? [{ subject_id: id, title: name.title, post: name.post, value, was, is, answer: answerOf(id) }]
        : []
    }),
  }
}
