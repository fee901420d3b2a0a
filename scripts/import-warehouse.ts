import { access } from 'node:fs/promises'
import { clockOf } from '#server/clock.ts'
import { cellOf } from '#server/features/content-tracker/told-text.ts'
import { importEarnings } from '#server/features/content-tracker/verbs/import-earnings.ts'
import { type ImportedPosts, importPosts } from '#server/features/content-tracker/verbs/import-posts.ts'
import { importAvailability } from '#server/features/products/verbs/import-availability.ts'
import { listSites } from '#server/features/sites/queries.ts'
import { readBatches, readRows } from '#server/files/rows.ts'
import { readSettings } from '#server/settings.ts'
import { type CommandContext, CommandError } from './command.ts'
import { createRefusals } from './import-file.ts'

/** The exit code of an import that has left rows out; one that brought in nothing has failed. */
const SOME_REFUSED = 2

const counted = (number: number, what: string) => `${number.toLocaleString('en')} ${what}`
const asText = (cell: unknown) => (typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell)

/** Writes refused lines beside their file and counts why. */
async function refusalsOf(file: string, columns: readonly string[]) {
  await access(file).catch(() => {
    throw new CommandError(`There is no readable file ${file}.`)
  })
  const refusals = createRefusals(file, ['Line', 'Why', ...columns])
  const reasons = new Map<string, number>()
  return {
    refuse(line: number, why: string, cells: readonly unknown[]) {
      reasons.set(why, (reasons.get(why) ?? 0) + 1)
      refusals.add([line, why, ...cells.map(asText)])
    },
    end: (isDone: boolean) => refusals.end(isDone),
    /** What was brought in, what was not and why; the exit code says which. */
    tell(
      brought: string,
      { refused, isNothing, notes = [] }: { refused: number; isNothing: boolean; notes?: string[] },
    ) {
      console.log(
        [
          `${brought}, ${counted(refused, 'refused')}.`,
          ...notes,
          ...[...reasons].map(([why, count]) => `  ${counted(count, 'refused')}: ${why}`),
          ...(refused > 0 ? [`The refused rows are in ${refusals.target}.`] : []),
        ].join('\n'),
      )
      if (refused > 0) process.exitCode = isNothing ? 1 : SOME_REFUSED
    },
  }
}

function throwDamage(damage: ImportedPosts['damage']): void {
  if (damage === null) return
  const line = damage.afterLine.toLocaleString('en')
  throw new CommandError(`The file is damaged after line ${line}: ${damage.why}`)
}

const POST_COLUMNS = [
  'Site',
  'Post_ID',
  'Title',
  'Published',
  'Modified',
  'Address',
  'Focus_keyword',
  'Picture',
  'Tracking_ID',
  'Products',
]

/** Posts that stand on a site already: read as often as one likes. */
export async function importPostsFile(
  { database: { db, pool } }: CommandContext,
  file: string,
): Promise<void> {
  const refusals = await refusalsOf(file, POST_COLUMNS)
  const settings = readSettings(process.env)
  const sites = (await listSites(db)).flatMap(({ id, code, displayName }) =>
    [displayName, code].map((name) => [name.trim().toLowerCase(), id] as const),
  )
  const parts = {
    db,
    pool,
    clock: clockOf(settings),
    timeZone: settings.timeZone,
    sites: new Map(sites),
    refuse: ({ line, why, cells }: { line: number; why: string; cells: Readonly<Record<string, unknown>> }) =>
      refusals.refuse(
        line,
        why,
        POST_COLUMNS.map((column) => cellOf(cells, column.toLowerCase())),
      ),
  }
  const { added, changed, repeated, refused, damage } = await importPosts(parts, readRows(file)).finally(() =>
    refusals.end(true),
  )
  const brought = `${counted(added, 'added')}, ${counted(changed, 'changed')}, ${counted(repeated, 'repeated')}`
  refusals.tell(brought, { refused, isNothing: added + changed + repeated === 0 })
  throwDamage(damage)
}

const EARNING_COLUMNS = [
  'Site',
  'Post_ID',
  'Address',
  'Tracking_ID',
  'ASIN',
  'Day',
  'Week',
  'Earnings',
  'Currency',
]

/** A column of another name is said: which one was read decides what the numbers mean. */
function columnNotes(columns: readonly string[]): string[] {
  const others = columns.filter((name) => name.toLowerCase() !== 'earnings')
  if (others.length === 0) return []
  return [`Earnings were read from ${columns.map((name) => `“${name}”`).join(' and ')}.`]
}

/** Earnings reports: all of a file, or nothing. */
export async function importEarningsFile(
  { database: { pool } }: CommandContext,
  file: string,
  options: { 'earnings-column'?: string } = {},
): Promise<void> {
  const refusals = await refusalsOf(file, EARNING_COLUMNS)
  const settings = readSettings(process.env)
  let isDone = false
  try {
    const { added, changed, repeated, refused, earningsColumns } = await importEarnings(
      {
        pool,
        clock: clockOf(settings),
        timeZone: settings.timeZone,
        earningsColumn: options['earnings-column'],
        // Cells without a name stay at the end of their line: it is not taken before somebody has looked at them.
        refuse: ({ line, why, cells, more = [] }) =>
          refusals.refuse(line, why, [
            ...EARNING_COLUMNS.map((column) => cellOf(cells, column.toLowerCase())),
            ...more,
          ]),
      },
      readBatches(file),
    )
    isDone = true
    const weeks = added === 1 ? 'week of a post' : 'weeks of posts'
    const brought = `${counted(added, weeks)} added, ${counted(changed, 'changed')}, ${counted(repeated, 'repeated')}`
    const isNothing = added + changed + repeated === 0
    refusals.tell(brought, { refused, isNothing, notes: columnNotes(earningsColumns) })
  } finally {
    refusals.end(isDone)
  }
}

const STOCK_COLUMNS = ['ASIN', 'Availability', 'Seen']

/** What other systems have seen of products' stock: read as often as one likes. */
export async function importAvailabilityFile(
  { database: { db } }: CommandContext,
  file: string,
): Promise<void> {
  const refusals = await refusalsOf(file, STOCK_COLUMNS)
  const parts = {
    db,
    clock: clockOf(readSettings(process.env)),
    refuse: ({ line, why, cells }: { line: number; why: string; cells: Readonly<Record<string, unknown>> }) =>
      refusals.refuse(line, why, [cells.asin, cells.availability ?? cells.stock, cells.seen ?? cells.day]),
  }
  const { changed, repeated, refused, damage } = await importAvailability(parts, readRows(file)).finally(() =>
    refusals.end(true),
  )
  const brought = `${counted(changed, 'changed')}, ${counted(repeated, 'repeated')}`
  refusals.tell(brought, { refused, isNothing: changed + repeated === 0 })
  throwDamage(damage)
}
