import Papa from 'papaparse'
import {
  type ContentFilter,
  contentTrackerEndpoints,
  StoredContentFilter,
} from '#shared/features/posts/content-tracker/contract.ts'
import { dayAt } from '#shared/format/day.ts'
import { safeText } from '#shared/format/safe-text.ts'
import { type ExportKinds, exportKind } from '../../ground/area.ts'
import { readAllContent } from './content-reader.ts'
import type { ContentTrackerDeps } from './deps.ts'
import type { TrackedPost } from './queries.ts'
import { BOARD_AWAY, type ReadTask, readTasks } from './task-reader.ts'

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
  'Refresh',
  'Refresh reasons',
  'Status',
  'Priority',
  'Notes',
]

/** Tells spreadsheet programs that this file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/** Longest wait of a file for a board. After that, the board's columns stay empty. */
const BOARD_WAIT_MS = 60_000
/** Wait for each further batch after the board has not answered once. */
const BOARD_AGAIN_MS = 500

const cellsOf = (row: TrackedPost, task: ReadTask['task'], publicUrl: string) => [
  safeText(row.SITE),
  safeText(row.POST_ID),
  safeText(row.POST_TITLE),
  row.POST_DATE ?? '',
  safeText(row.PERMALINK ?? ''),
  row.ARTICLE_URL === null ? '' : `${publicUrl}${row.ARTICLE_URL}`,
  row.PRODUCT_LIST.join(' '),
  row.EARNINGS === null ? '' : row.EARNINGS.toFixed(2),
  row.clicks ?? '',
  row.clicks_until ?? '',
  row.change === null ? '' : (row.change * 100).toFixed(1),
  safeText(row.FLAGS.join(' ')),
  row.refresh,
  safeText(row.reasons.map(({ points, text }) => `${points}: ${text}`).join('; ')),
  safeText(task?.section ?? ''),
  safeText(task?.priority ?? ''),
  // A line of the file is a post, in whatever reads it.
  safeText((task?.notes ?? '').replace(/\s+/g, ' ').trim()),
]

const lines = (rows: unknown[][]) => `${Papa.unparse(rows, { newline: '\n' })}\n`

type FileDeps = Omit<ContentTrackerDeps, 'commissions' | 'articles'>

async function* fileOf(deps: FileDeps, filter: ContentFilter) {
  const { pool, publicUrl } = deps
  yield `${BYTE_ORDER_MARK}${lines([HEADER])}`
  let waitMs = BOARD_WAIT_MS
  for await (const rows of readAllContent(pool, filter)) {
    const asked = {
      articleTitles: rows.map(({ POST_TITLE }) => POST_TITLE),
      posts: rows.map(({ SITE, POST_ID }) => `${SITE}/${POST_ID}`),
    }
    const tasks = await readTasks(deps, asked, waitMs)
    if (tasks.some(({ notice }) => notice === BOARD_AWAY)) waitMs = BOARD_AGAIN_MS
    yield lines(rows.map((row, index) => cellsOf(row, tasks[index]?.task ?? null, publicUrl)))
  }
}

/** The file behind the tracker, as a kind of export. */
export function contentFiles(deps: FileDeps): ExportKinds {
  const { access } = contentTrackerEndpoints.export
  return {
    [CONTENT_TRACKER]: exportKind(StoredContentFilter, {
      access: typeof access === 'string' ? [] : access,
      nameOf: () => `content-tracker-${dayAt(deps.clock(), deps.timeZone)}.csv`,
      write: ({ postId, ...filter }) => fileOf(deps, { ...filter, post_id: postId }),
    }),
  }
}
