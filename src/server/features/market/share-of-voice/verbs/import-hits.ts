import { z } from 'zod'
import { KEYWORD_MAXIMUM } from '#shared/features/keywords/keywords/contract.ts'
import { keywordIdentity, tidyKeyword } from '#shared/features/keywords/keywords/rules.ts'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { Day, requiredText, text } from '#shared/http/fields.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { sheetFaultOf } from '../../../../files/sheet-error.ts'
import type { ReadStoredSearch } from '../../../../integrations/share-of-voice-source/port.ts'
import { recognizeColumns } from '../../../../kernel/imports/columns.ts'
import {
  type Checked,
  type ImportDefinition,
  type ImportTally,
  OPERATOR,
  type RowSource,
  runImport,
} from '../../../../kernel/imports/import-run.ts'
import type { ImportRow, TableKind } from '../../../../kernel/imports/table-reader.ts'
import { audit } from '../../../../security/audit.ts'
import { findIdsByIdentity } from '../../../keywords/area.ts'
import * as store from '../import-store.ts'
import { type Hit, recordHits } from './record-hits.ts'

/** Rows per batch. */
const BATCH = 4000

const Blank = z.union([z.literal(''), z.null()]).transform(() => undefined)
const orEmpty = (value: unknown) => (typeof value === 'string' ? value : '')
const orBlank = <Value extends z.ZodType>(value: Value) => z.union([Blank, value]).optional()

const Item = z.object({
  asin: text(20),
  name: text(1000).default(''),
  award: text(1000).default(''),
  blurb: text(5000).default(''),
})

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Format hints for readers of the refusals. */
const WORDS = new Map([
  ['day', 'Must be a date such as 2026-03-01'],
  ['won', 'Must be yes or no'],
  ['title', 'Must be text of at most 1,000 characters'],
  ['published', 'Must be text of at most 100 characters'],
  ['link', 'Must be text of at most 2,000 characters'],
  ['items', 'Must be a list of at most 100 products as JSON, each with its asin'],
])

/** A row of a file; in a CSV, its items are JSON. */
const ImportedRow = z.object({
  day: Day,
  keyword: z.preprocess(orEmpty, requiredText(KEYWORD_MAXIMUM, 'Missing keyword')),
  publisher: z.preprocess(orEmpty, requiredText(200, 'Missing publisher')),
  won: orBlank(
    z.union([z.boolean(), z.stringbool({ truthy: ['yes', 'true', '1'], falsy: ['no', 'false', '0'] })]),
  ),
  title: orBlank(text(1000)),
  published: orBlank(text(100)),
  link: orBlank(text(2000)),
  items: orBlank(
    z.preprocess((value) => (typeof value === 'string' ? parseJson(value) : value), z.array(Item).max(100)),
  ),
})
type ImportedRow = z.output<typeof ImportedRow>
const COLUMNS = Object.keys(ImportedRow.shape)

/** Columns of share-of-voice files. */
export const hitsTable: TableKind = {
  recognize: recognizeColumns(Object.fromEntries(COLUMNS.map((name) => [name, []]))),
  expected: ['Day', 'Keyword', 'Publisher', 'Won', 'Title', 'Published', 'Link', 'Items'],
}

export interface ImportDeps {
  db: Db
  clock: () => Date
  timeZone: string
  retentionDays: number
  /** Names of our own publishers, in addition to the configured ones. */
  ownPublishers: readonly string[]
  /** Parses a line that contains a source's original answer. */
  readStored: ReadStoredSearch
  /** Adds unknown keywords, untracked, instead of refusing their rows. */
  addKeywords: boolean
  /** Called for each refused row. */
  refuse: ImportDefinition<unknown>['onRefused']
}

export interface Imported extends ImportTally {
  added: number
  changed: number
  repeated: number
  /** Number of keywords added. */
  keywords: number
}

/** The parsed row, or a sentence about its fault. */
function checkRow(
  { cells }: ImportRow,
  { first, today }: { first: string; today: string },
): ImportedRow | string {
  const parsed = ImportedRow.safeParse(cells)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = String(issue?.path[0] ?? 'row')
    return `${field}: ${WORDS.get(field) ?? issue?.message}`
  }
  if (parsed.data.day > today) return 'day: It is in the future.'
  if (parsed.data.day < first) return 'day: It is older than the data we keep.'
  return parsed.data
}

/** Ids of the batch's keywords. Adds unknown ones first if requested. */
async function resolveKeywords({ db, addKeywords }: ImportDeps, batch: readonly Checked<ImportedRow>[]) {
  const words = new Map(
    batch.map(({ value: { keyword } }) => [keywordIdentity(keyword), tidyKeyword(keyword)]),
  )
  const ids = await findIdsByIdentity(db, [...words.keys()])
  const unknown = [...words].filter(([identity]) => !ids.has(identity))
  if (!addKeywords || unknown.length === 0) return { ids, added: 0 }
  const added = await store.addUntracked(
    db,
    unknown.map(([identity, keyword]) => ({ identity, keyword })),
  )
  return { ids: await findIdsByIdentity(db, [...words.keys()]), added }
}

const hitOf = (row: ImportedRow, keywordId: number, own: ReadonlySet<string>): Hit => ({
  keywordId,
  day: row.day,
  publisher: row.publisher,
  isWinning: row.won ?? own.has(row.publisher.toLowerCase()),
  // Our own publisher stays ours on a day that it lost.
  isOurs: row.won === true || own.has(row.publisher.toLowerCase()),
  title: row.title ?? '',
  publishedDate: row.published ?? null,
  url: row.link ?? null,
  items: row.items ?? [],
})

/** A line of a table as it is, or with its faults. */
function checkCells(row: ImportRow): ImportRow {
  const fault = row.fault ?? sheetFaultOf(row.cells, COLUMNS)
  return fault === undefined ? row : { ...row, fault }
}

/** Expands a line: a vendor's original answer has one row per publisher that it shows. */
function spread(row: ImportRow, own: ReadonlySet<string>, { readStored, timeZone }: ImportDeps): ImportRow[] {
  const search = row.fault === undefined ? readStored(row.cells, own) : null
  // The titles in a vendor's answer are those of pages, not cells.
  if (search === null) return [checkCells(row)]
  const { line } = row
  if ('fault' in search) return [{ ...row, fault: search.fault }]
  const { keyword, moment, hits } = search
  return hits.map(({ publisher, isWinning, title, publishedDate, url, items }) => ({
    line,
    cells: {
      day: dayAt(moment, timeZone),
      keyword,
      publisher,
      won: isWinning,
      title,
      published: publishedDate,
      link: url,
      items,
    },
  }))
}

/**
 * Imports who held which keyword on which day. Existing rows are not written again, so the same file can be
 * imported any number of times.
 */
export async function importHits(deps: ImportDeps, rows: RowSource): Promise<Imported> {
  const { db, clock, timeZone, retentionDays, refuse } = deps
  const today = dayAt(clock(), timeZone)
  const limits = { first: plusDays(today, 1 - retentionDays), today }
  const names = [...deps.ownPublishers, ...(await store.listOwnPublishers(db))]
  const own = new Set(names.map((name) => name.toLowerCase()))
  const counted = { added: 0, changed: 0, repeated: 0, keywords: 0 }

  async function write(
    batch: readonly Checked<ImportedRow>[],
    refuseRow: (row: ImportRow, why: string) => void,
  ) {
    const { ids, added } = await resolveKeywords(deps, batch)
    const hits = batch.flatMap(({ row, value }) => {
      const id = ids.get(keywordIdentity(value.keyword))
      if (id === undefined) refuseRow(row, 'keyword: There is no such keyword.')
      return id === undefined ? [] : [hitOf(value, id, own)]
    })
    const recorded = await recordHits(db, hits, today)
    counted.keywords += added
    for (const name of ['added', 'changed', 'repeated'] as const) counted[name] += recorded[name]
  }
  async function* spreadRows() {
    for await (const some of rows)
      yield ('line' in some ? [some] : some).flatMap((row) => spread(row, own, deps))
  }

  const tally = await runImport<ImportedRow>(spreadRows(), {
    mode: 'as far as it goes',
    batch: BATCH,
    check: (row) => checkRow(row, limits),
    write,
    onRefused: refuse,
  })
  const result = { ...counted, ...tally }
  await transaction(db, (tx) => audit(tx, OPERATOR, 'hits.imported', { after: result }))
  return result
}
