import Papa from 'papaparse'
import { ContentFilter, contentTrackerEndpoints } from '#shared/features/content-tracker/contract.ts'
import { changeOf } from '#shared/features/content-tracker/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import { safeText } from '../../files/safe-text.ts'
import type { WarehousePost } from '../../integrations/warehouse/port.ts'
import { type ExportKinds, exportKind } from '../exports/parts.ts'
import type { ContentTrackerParts } from './parts.ts'
import { contentQueryOf } from './present.ts'

export const CONTENT_TRACKER = 'content-tracker'

const HEADER = [
  'Site',
  'Post ID',
  'Title',
  'Published',
  'Address',
  'Article',
  'Products',
  'Earnings 30 days',
  'Clicks 30 days',
  'Clicks until',
  'Change',
  'Flags',
]

const percent = (row: WarehousePost) => {
  const change = changeOf({ last: row.lastWeeks, before: row.weeksBefore })
  return change === null ? '' : (change * 100).toFixed(1)
}

const cellsOf = (row: WarehousePost, publicUrl: string) => [
  safeText(row.site),
  safeText(row.postId),
  safeText(row.title),
  row.publishedOn ?? '',
  safeText(row.permalink ?? ''),
  row.articleId === null ? '' : `${publicUrl}/articles/${row.articleId}`,
  row.asins.join(' '),
  row.earnings === null ? '' : row.earnings.toFixed(2),
  row.clicks?.count ?? '',
  row.clicks?.until ?? '',
  percent(row),
  safeText(row.flags.join(' ')),
]

const lines = (rows: unknown[][]) => `${Papa.unparse(rows, { newline: '\n' })}\n`

type FileParts = Omit<ContentTrackerParts, 'commissions' | 'articles'>

async function* fileOf({ warehouse, publicUrl }: FileParts, filter: ContentFilter) {
  yield lines([HEADER])
  for await (const rows of warehouse.allContent(contentQueryOf(filter)))
    yield lines(rows.map((row) => cellsOf(row, publicUrl)))
}

/** The file behind the tracker, as a kind of export. */
export function contentFiles(parts: FileParts): ExportKinds {
  const { access } = contentTrackerEndpoints.export
  return {
    [CONTENT_TRACKER]: exportKind(ContentFilter, {
      access: typeof access === 'string' ? [] : access,
      nameOf: () => `content-tracker-${dayAt(parts.clock(), parts.timeZone)}.csv`,
      write: (filter) => fileOf(parts, filter),
    }),
  }
}
