import { FIRINGS_PAGE, type FiringsQuery } from '#shared/features/desk/alert-rules/contract.ts'
import { alertDays, dayNumber, TOLD_DAYS } from '#shared/features/desk/alert-rules/rules.ts'
import { weekOf } from '#shared/features/posts/content-tracker/rules.ts'
import type { Db } from '../../../db/connect.ts'
import {
  type AskedFacts,
  findReach,
  isTooMuch,
  listFindings,
  listNamed,
  listSpans,
  nameSubjects,
  type SubjectName,
} from './fact-queries.ts'
import { testedFrom } from './history-reader.ts'
import { listAnswers } from './queries.ts'
import { pageOfFirings, type RuleRow } from './store.ts'

/** A subject that a rule matches, and the day as a number. */
interface Moment {
  id: number
  day: number
}

interface Reader {
  userId: number
  /** The rule whose answers are shown. */
  ruleId: number | undefined
}

const LAST_DAY_OF_WEEK = 6

export interface ReadFirings {
  total: number
  firings: (Moment & {
    /** Undefined if it no longer exists. */
    name: SubjectName | undefined
    /** Undefined if no longer known. */
    finding: { was: number; is: number } | undefined
    /** Undefined if the reader has not answered. */
    isRight: boolean | undefined
  })[]
}

/** Adds names, the findings on that day, and the reader's answers. */
async function withNames(
  db: Db,
  asked: Pick<AskedFacts, 'kind' | 'against'>,
  { moments, total, reader }: { moments: readonly Moment[]; total: number; reader: Reader },
): Promise<ReadFirings> {
  const ids = [...new Set(moments.map(({ id }) => id))]
  const { ruleId, userId } = reader
  const [names, findings, answers] = await Promise.all([
    nameSubjects(db, asked.kind, ids),
    listFindings(db, asked, moments),
    ruleId === undefined ? new Map<number, boolean>() : listAnswers(db, { ruleId, userId, subjects: ids }),
  ])
  return {
    total,
    firings: moments.map(({ id, day }) => ({
      id,
      day,
      name: names.get(id),
      finding: findings.get(`${id} ${day}`),
      isRight: answers.get(id),
    })),
  }
}

/** The days of the list: a week of the past year, or the past 90 days. */
function windowOf(week: string | undefined, today: string) {
  const to = dayNumber(today)
  if (week === undefined) return { from: to - TOLD_DAYS + 1, to }
  const from = dayNumber(weekOf(week))
  return { from, to: Math.min(to, from + LAST_DAY_OF_WEEK) }
}

/**
 * Each firing that the rule would have had, newest first. Cool-downs start at the beginning of the back-test,
 * so that the list has the same days as the chart.
 */
async function wouldTell(
  db: Db,
  asked: AskedFacts,
  { week, today }: { week: string | undefined; today: string },
) {
  const reach = await findReach(db, asked)
  const knownFrom = reach?.knownFrom ?? null
  if (knownFrom === null || knownFrom > today) return []
  const from = testedFrom(knownFrom, today)
  const { threshold } = asked
  if (await isTooMuch(db, asked, { threshold, from })) return []
  const whole = { from: dayNumber(from), to: dayNumber(today) }
  const shown = windowOf(week, today)
  const moments: Moment[] = []
  for (const [id, spans] of await listSpans(db, asked, { threshold, from }))
    for (const day of alertDays(spans, asked, whole))
      if (day >= shown.from && day <= shown.to) moments.push({ id, day })
  return moments.sort((one, other) => other.day - one.day || one.id - other.id)
}

/** All current matches of such a rule, the most severe first, or all firings that it would have had. */
export async function readFirings(
  db: Db,
  asked: AskedFacts,
  { query, today, userId }: { query: FiringsQuery; today: string; userId: number },
): Promise<ReadFirings> {
  const { of, week, page, rule_id: ruleId } = query
  const all: readonly Moment[] =
    of === 'would' ? await wouldTell(db, asked, { week, today }) : await namedNow(db, asked, today)
  const moments = all.slice((page - 1) * FIRINGS_PAGE, page * FIRINGS_PAGE)
  return withNames(db, asked, { moments, total: all.length, reader: { userId, ruleId } })
}

async function namedNow(db: Db, asked: AskedFacts, today: string): Promise<Moment[]> {
  const named = await listNamed(db, asked, today)
  return named.map(({ id, from }) => ({ id, day: from }))
}

/** All firings of a rule, newest first. */
export async function readSentFirings(
  db: Db,
  rule: Pick<RuleRow, 'id' | 'kind' | 'against'>,
  { page, userId }: { page: number; userId: number },
): Promise<ReadFirings> {
  const { total, firings } = await pageOfFirings(db, rule.id, { size: FIRINGS_PAGE, page })
  const moments = firings.map(({ id, day }) => ({ id, day: dayNumber(day) }))
  return withNames(db, rule, { moments, total, reader: { userId, ruleId: rule.id } })
}
