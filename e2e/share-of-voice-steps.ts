import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Calendar, Stat } from '../src/shared/features/market/share-of-voice/contract.ts'
import { plusDays, plusMonths } from '../src/shared/format/day.ts'
import type { Desk } from './desk.ts'
import type { Session } from './fixtures.ts'
import { productDay } from './product-day.ts'

const ROOT = join(import.meta.dirname, '..')

export const TODAY = productDay()

/** The day this number of days before today. */
export const back = (days: number) => plusDays(TODAY, -days)

/** The whole previous month: it is over, and all of it was collected. */
export const LAST_MONTH = plusMonths(TODAY.slice(0, 7), -1)

export const nameOf = (month: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

/** The days of a month, as `2026-10-01`. */
export function daysOf(month: string): string[] {
  const [year, number] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate()
  return Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
}

const rangeOf = (month: string) => `from=${month}-01&to=${daysOf(month).at(-1)}`

export const statsOf = (session: Session, keywordId: number, month: string): Promise<Stat[]> =>
  session.call('GET', `/api/stats?keyword_id=${keywordId}&${rangeOf(month)}`)

export const calendarOf = (session: Session, keywordId: number, range: string): Promise<Calendar> =>
  session.call('GET', `/api/stats/calendar?keyword_id=${keywordId}&${range}`)

interface Found {
  id: number
  keyword: string
  stats: Stat[]
  calendar: Calendar
}

/** A keyword of the sample whose last month meets the condition. */
export async function findKeyword(
  session: Session,
  fits: (found: Found) => boolean,
  month = LAST_MONTH,
): Promise<Found> {
  const { data } = await session.call('GET', '/api/stats/keyword-winners?dateRange=90&limit=100')
  for (const { keyword_id: id, keyword } of data) {
    const found = {
      id,
      keyword,
      stats: await statsOf(session, id, month),
      calendar: await calendarOf(session, id, rangeOf(month)),
    }
    if (fits(found)) return found
  }
  throw new Error('The sample has no such keyword.')
}

/** Imports results like an operator: from a file, while the desk runs. */
export async function importResults(desk: Desk, rows: readonly object[]): Promise<void> {
  const file = join(desk.dataDir, `results-${Date.now()}.ndjson`)
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/import.ts', 'share-of-voice', file],
    { cwd: ROOT, env: { ...process.env, DATA_DIR: desk.dataDir } },
  )
  await rm(file)
  if (!stdout.includes(' 0 refused')) throw new Error(stdout)
}
