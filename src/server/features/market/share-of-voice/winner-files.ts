import type { Pool } from 'pg'
import type { z } from 'zod'
import {
  type REPORT_RANGES,
  StoredWinnersFilter,
  shareOfVoiceEndpoints,
  type WinnerRow,
  type WinnersFilter,
} from '#shared/features/market/share-of-voice/contract.ts'
import { dayAt, daysUpTo } from '#shared/format/day.ts'
import { copyOut } from '../../../db/backup/copy-out.ts'
import { parseText } from '../../../db/json/json-text.ts'
import { type Cell, workbookOf } from '../../../files/workbook.ts'
import { type ExportKinds, exportKind } from '../../ground/area.ts'
import type { ShareOfVoiceDeps } from './deps.ts'
import { rangeFile } from './queries.ts'
import { listWinnerIds, readWinners, winnersOrder, winnersWhere } from './winner-queries.ts'

export const RAW_WINNERS = 'keyword-winners-raw'
export const WINNERS_REPORT = 'keyword-winners-report'

const ROWS_AT_ONCE = 500
/** Every filter's rows fit into one page of this size. */
const ALL = 100_000_000

type Range = (typeof REPORT_RANGES)[number]
type FileDeps = Omit<ShareOfVoiceDeps, 'retentionDays' | 'totals'> & { pool: Pool }

/** The days of a range that ends today. */
export function daysOf({ clock, timeZone }: Pick<ShareOfVoiceDeps, 'clock' | 'timeZone'>, dateRange: Range) {
  const days = daysUpTo(dayAt(clock(), timeZone), dateRange)
  return { days, range: { from: days[0] ?? '', to: days.at(-1) ?? '' } }
}

/** What winners' filters ask of keywords: only tracked ones. */
export const keywordFilterOf = ({
  query,
  siteFilter,
  tags,
}: Pick<WinnersFilter, 'query' | 'siteFilter' | 'tags'>) => ({
  tracked: true,
  keyword: query,
  sites: siteFilter,
  tags,
})

type StoredFilter = z.output<typeof StoredWinnersFilter>

export const storedFilterOf = ({ min_days: minDays, ...filter }: WinnersFilter): StoredFilter => ({
  ...filter,
  minDays,
})

const named = (is: boolean, stats: WinnerRow['stats']) =>
  stats
    .filter(({ is_winning }) => is_winning === is)
    .map(({ publisher }) => publisher)
    .join(', ')

function cellOf(stats: WinnerRow['stats'] | undefined): string {
  if (stats === undefined) return 'No data'
  const winners = named(true, stats)
  return winners === '' ? `Lost: ${named(false, stats)}` : `Won: ${winners}`
}

async function* rowsOf(
  { db, keywords, timeZone }: FileDeps,
  filter: StoredFilter,
  { days, range, ownerId }: ReturnType<typeof daysOf> & { ownerId: number },
): AsyncGenerator<Cell[]> {
  const where = keywords.whereOf({ id: ownerId }, keywordFilterOf(filter))
  const ids = await listWinnerIds(db, { ...filter, where, limit: ALL, offset: 0 })
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const page = ids.slice(from, from + ROWS_AT_ONCE)
    for (const text of await readWinners(db, page, { timeZone, range, dateRange: filter.dateRange })) {
      const row = parseText(text)
      const byDay = Map.groupBy(row.stats, ({ created_at }) => created_at)
      const sites = row.sites.map(({ display_name }) => display_name).join(', ')
      yield [row.keyword, sites, row.winning_percentage, ...days.map((day) => cellOf(byDay.get(day)))]
    }
  }
}

/** The files behind Keyword Winners, as kinds of export. */
export function winnerFiles(deps: FileDeps): ExportKinds {
  const { access } = shareOfVoiceEndpoints.exportRaw
  const permissions = typeof access === 'string' ? [] : access
  const today = () => dayAt(deps.clock(), deps.timeZone)
  return {
    [RAW_WINNERS]: exportKind(StoredWinnersFilter, {
      access: permissions,
      nameOf: () => `keyword-winners-raw-${today()}.csv`,
      write: (filter, ownerId) =>
        copyOut(
          deps.pool,
          rangeFile({
            where: winnersWhere(deps.keywords.whereOf({ id: ownerId }, keywordFilterOf(filter)), filter),
            range: daysOf(deps, filter.dateRange).range,
            order: winnersOrder(filter),
          }),
          ownerId,
        ),
    }),
    [WINNERS_REPORT]: exportKind(StoredWinnersFilter, {
      access: permissions,
      nameOf: () => `keyword-winners-${today()}.xlsx`,
      write(filter, ownerId) {
        const { days, range } = daysOf(deps, filter.dateRange)
        return workbookOf({
          name: 'Keyword Winners',
          columns: [
            { header: 'Keyword', width: 40 },
            { header: 'Sites', width: 24 },
            { header: 'Win %', width: 10 },
            ...days.map((header) => ({ header, width: 22 })),
          ],
          rows: rowsOf(deps, filter, { days, range, ownerId }),
        })
      },
    }),
  }
}
