import type { Pool, PoolClient } from 'pg'
import type {
  UploadError,
  UploadMapping,
  UploadReading,
  UploadSummary,
} from '#shared/features/keywords/keyword-uploads/contract.ts'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import { bulkTransaction } from '../../../../db/bulk-transaction.ts'
import type { Db } from '../../../../db/connect.ts'
import { type ImportDefinition, runImport } from '../../../../kernel/imports/import-run.ts'
import { readSites } from '../../../../kernel/imports/site-queries.ts'
import type { Actor, Caller } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import {
  keywordOf,
  type PlannedKeyword,
  type PlanOptions,
  planKeywords,
  type ReadFile,
} from '../keyword-reader.ts'
import * as store from '../store.ts'

/** Keywords that are staged together, while the next ones are read. */
const BATCH = 5000
const MOST_ERRORS = 100
/** As much of a refused keyword as an answer shows. */
const SHOWN = 80

/** Result of a user's upload. */
export interface UploadHappening {
  actor: Caller
  file: string
  added: number
  repeated: number
  invalid: number
  /** Their numbers, `keyword_id`, until the transaction ends. */
  keywordIds: typeof store.ADDED
  now: Date
}
/** Runs in the transaction of every upload that added keywords. */
export type UploadListener = (tx: Db, upload: UploadHappening) => Promise<void>

export interface KeywordImportDeps {
  pool: Pool
  clock: () => Date
  listeners?: readonly UploadListener[]
}

export interface ImportOptions {
  /** What it is called. */
  file?: string
  /** Say what would happen, and write nothing. */
  isPreview?: boolean
  /** More lines than this are refused. */
  mostRows?: number
  isComplete?: PlanOptions['isComplete']
  /** The user's choices for the file's columns. */
  mapping?: UploadMapping
  /** How the caller says which column has the keywords, for a file that leaves it open. */
  howToSay?: string
  onTable?: PlanOptions['onTable']
  /** Called for each refused line; the summary names the first hundred. */
  onRefused?: ImportDefinition<unknown>['onRefused']
}

type Row = UploadReading['rows'][number]

/** Compares a line with existing keywords and with earlier lines. */
function standingOf(
  keyword: string,
  { words, isTwice }: { words: string | undefined; isTwice: boolean },
): Pick<Row, 'stands' | 'alike'> {
  if (isTwice) return { stands: 'twice', alike: null }
  if (words === undefined) return { stands: 'new', alike: null }
  return words === keyword ? { stands: 'here', alike: null } : { stands: 'alike', alike: words }
}

/** The first lines of a file in a dry run, each compared with existing keywords. */
async function markRows(client: PoolClient, { rows, ...reading }: ReadFile): Promise<UploadReading> {
  const identities = rows.map(({ keyword }) => keywordIdentity(keyword))
  const known = await store.findWords(client, identities)
  const marked = rows.map((row, at): Row => {
    const identity = keywordIdentity(row.keyword)
    const isTwice = identities.indexOf(identity) < at
    return { ...row, ...standingOf(row.keyword, { words: known.get(identity), isTwice }) }
  })
  return { ...reading, rows: marked }
}

/** The same of one that was written: all of them are here now. */
const unmarked = ({ rows, ...reading }: ReadFile): UploadReading => ({
  ...reading,
  rows: rows.map((row) => ({ ...row, stands: null, alike: null })),
})

/**
 * Adds the keywords of a CSV file in one transaction: all of them or, if the file is invalid, none. An
 * existing keyword stays as it is, whatever the file contains.
 */
export async function importKeywords(
  { pool, clock, listeners = [] }: KeywordImportDeps,
  actor: Actor,
  content: AsyncIterable<Uint8Array>,
  { file = '', isPreview = false, onRefused = () => {}, ...options }: ImportOptions = {},
): Promise<UploadSummary> {
  const errors: UploadError[] = []
  return bulkTransaction(pool, async (client, tx) => {
    const plan = planKeywords(content, { ...options, sites: await readSites(tx) })
    const now = clock()
    let count = 0
    let hasDetails = false
    await store.openStaging(client)
    const { refused: invalid } = await runImport<PlannedKeyword>(plan.rows, {
      mode: 'whole',
      batch: BATCH,
      check: plan.check,
      async write(batch) {
        const keywords = batch.map(({ value }) => value)
        count += keywords.length
        hasDetails ||= keywords.some(({ details }) => details !== null)
        await store.stageKeywords(client, keywords)
      },
      onRefused(row) {
        const text = keywordOf(String(row.cells.keyword ?? ''))
          .slice(0, SHOWN)
          .toWellFormed()
        if (errors.length < MOST_ERRORS) errors.push({ line: row.line, text, reason: row.why })
        onRefused(row)
      },
    })
    const added = isPreview
      ? await store.countNew(client)
      : await store.insertStaged(client, { hasDetails }, now)
    const repeated = count - added
    if (!isPreview) await audit(tx, actor, 'keyword.uploaded', { after: { added, repeated, invalid } })
    if (!isPreview && added > 0 && 'id' in actor) {
      const upload = { actor, file, added, repeated, invalid, keywordIds: store.ADDED, now }
      for (const listener of listeners) await listener(tx, upload)
    }
    const read = plan.reading()
    const reading = read && (isPreview ? await markRows(client, read) : unmarked(read))
    return { added, repeated, invalid, errors, reading, left_out: plan.leftOut() }
  })
}
