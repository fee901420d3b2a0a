import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import { type Run, runOf } from '#shared/features/keywords/keywords/rules.ts'
import { daysBetween } from '#shared/format/day.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { inDays } from './messages.ts'

const LONG_AWAY = 30

function movedToday({ isWon, before, isReturn }: Run): string {
  if (!isWon) return `lost today after ${inDays(before ?? 0)}`
  if (isReturn && (before ?? 0) < LONG_AWAY) return `won back after ${inDays(before ?? 0)}`
  return `won, first time in ${inDays(before ?? 0)}`
}

/** A keyword's days as text; `ago` is the age of its latest day. */
function wordsOf(run: Run, ago: number): { words: string; tone: 'good' | 'bad' | 'quiet' } {
  const { isWon, days, before } = run
  const isToday = before !== null && days === 1 && ago === 0
  if (isToday) return { words: movedToday(run), tone: isWon ? 'good' : 'bad' }
  if (before === null && !isWon) return { words: `not held in ${inDays(days + ago)}`, tone: 'quiet' }
  return { words: `${isWon ? 'held' : 'lost'} for ${inDays(days + ago)}`, tone: 'quiet' }
}

/** Since when a keyword is held or lost; only today's changes are coloured. */
export function SinceNote({ row: { history, last_result: result } }: { row: KeywordRow }) {
  const today = useToday()
  const run = runOf(history)
  if (run === null || result === null) return <span className="quiet">-</span>
  const { words, tone } = wordsOf(run, daysBetween(result.day, today))
  return <span className={`since nowrap ${tone}`}>{words}</span>
}
