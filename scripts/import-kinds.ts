import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { clockOf } from '#server/clock.ts'
import { listSites } from '#server/features/ground/sites/queries.ts'
import { USUAL } from '#server/features/keywords/keyword-uploads/junk-reader.ts'
import { importKeywords } from '#server/features/keywords/keyword-uploads/verbs/import-keywords.ts'
import {
  importOpportunities,
  opportunitiesTable,
} from '#server/features/market/market-imports/verbs/import-opportunities.ts'
import {
  importProducts,
  productsTable,
} from '#server/features/market/market-imports/verbs/import-products.ts'
import { hitsTable, importHits } from '#server/features/market/share-of-voice/verbs/import-hits.ts'
import { earningsTable } from '#server/features/posts/content-tracker/report-reader.ts'
import { postsTable } from '#server/features/posts/content-tracker/told-reader.ts'
import {
  type ImportedEarnings,
  importEarnings,
} from '#server/features/posts/content-tracker/verbs/import-earnings.ts'
import { importPosts } from '#server/features/posts/content-tracker/verbs/import-posts.ts'
import {
  availabilityTable,
  importAvailability,
} from '#server/features/products/products/verbs/import-availability.ts'
import { BUILT_IN_MARKET } from '#server/integrations/keyword-market/built-in.ts'
import { createMarketFiles } from '#server/integrations/keyword-market/file-store.ts'
import { SYSTEM as JUNGLE_SCOUT } from '#server/integrations/keyword-market/jungle-scout-client.ts'
import { readStoredSearch } from '#server/integrations/share-of-voice-source/rainforest-answer.ts'
import { readBytes } from '#server/kernel/imports/file-reader.ts'
import {
  type ImportTally,
  OPERATOR,
  type RefusedRow,
  type RowSource,
} from '#server/kernel/imports/import-run.ts'
import { type ReadTable, readTable, type TableKind } from '#server/kernel/imports/table-reader.ts'
import { readSettings } from '#server/settings/settings.ts'
import { UploadMapping } from '#shared/features/keywords/keyword-uploads/contract.ts'
import { type CommandContext, CommandError } from './command.ts'

/** Dependencies of one import. */
interface Context extends CommandContext {
  file: string
  refuse: (row: RefusedRow) => void
  onTable: (table: ReadTable) => void
}

/** What came of it, for the person at the terminal. */
export interface Outcome extends Partial<Omit<ImportTally, 'refused'>> {
  /** `3 added`, `1 changed` */
  counts: Readonly<Record<string, number>>
  refused: number
  notes?: string[]
}

/** A kind of file. Each has a line in `KINDS`; reading, refusing and reporting are the same for all. */
export interface ImportKind {
  usage: string
  /** Names for the columns of refused rows, for files without a header of their own. */
  fields: readonly string[]
  /** All of a file is imported, or nothing. */
  isWhole: boolean
  read(args: string[]): { files: string[]; run(context: Context): Promise<Outcome> }
}

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>['values']

function defineKind<Options extends ParseArgsOptionsConfig>({
  options,
  run,
  ...kind
}: Omit<ImportKind, 'read'> & {
  options: Options
  run(context: Context, values: Values<Options>): Promise<Outcome>
}): ImportKind {
  return {
    ...kind,
    read(args) {
      const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
      return { files: positionals, run: (context) => run(context, values) }
    },
  }
}

const open = ({ file, onTable }: Context, table: TableKind) => readTable(file, { ...table, onTable })

function frameOf({ database: { db, pool } }: CommandContext) {
  const settings = readSettings(process.env)
  return { db, pool, clock: clockOf(settings), timeZone: settings.timeZone, settings }
}

const quoted = (names: readonly string[]) => names.map((name) => `“${name}”`).join(' and ')

/** Which column was read decides what the numbers mean. */
function earningsNotes({ report, earningsColumns }: ImportedEarnings): string[] {
  const isOwn = report === null && earningsColumns.every((name) => name.toLowerCase() === 'earnings')
  if (isOwn) return []
  const of = report === null ? '' : ` of the report “${report}”`
  return [`Earnings were read from ${quoted(earningsColumns)}${of}.`]
}

const TEXT = { type: 'string' } as const
/** The option that says what a field of an upload says. */
const KEYWORD_OPTIONS = {
  'keyword-column': { ...TEXT, field: 'keyword_column' },
  'tags-column': { ...TEXT, field: 'tags_column' },
  'sites-column': { ...TEXT, field: 'sites_column' },
  'tracked-column': { ...TEXT, field: 'tracked_column' },
  heading: { ...TEXT, field: 'has_heading' },
  separator: { ...TEXT, field: 'separator' },
  tags: { ...TEXT, field: 'tags' },
  sites: { ...TEXT, field: 'sites' },
} as const

function mappingOf(values: Readonly<Record<string, unknown>>): UploadMapping {
  const options = Object.entries(KEYWORD_OPTIONS)
  const given = options.flatMap(([option, { field }]) =>
    values[option] === undefined ? [] : [[field, values[option]] as const],
  )
  const read = UploadMapping.safeParse(Object.fromEntries(given))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const option = options.find(([, { field }]) => field === issue?.path[0])?.[0]
  throw new CommandError(`--${option}: ${issue?.message}`)
}

type MarketParts = Parameters<typeof importOpportunities>[0] & Parameters<typeof importProducts>[0]

/** Imports market data for a workspace without a provider. */
async function importMarket(
  context: Context,
  table: TableKind,
  run: (parts: MarketParts, rows: RowSource) => Promise<ImportTally & { saved: number }>,
): Promise<Outcome> {
  const { db, clock, settings } = frameOf(context)
  if (settings.vendors.jungleScout)
    throw new CommandError(`${JUNGLE_SCOUT} provides this data, so files aren’t needed here.`)
  const files = createMarketFiles(db, BUILT_IN_MARKET)
  const { saved, ...tally } = await run({ db, clock, files, refuse: context.refuse }, open(context, table))
  return { counts: { saved }, ...tally }
}

export const KINDS: Readonly<Record<string, ImportKind>> = {
  'share-of-voice': defineKind({
    usage: 'npm run import -- share-of-voice FILE [--add-keywords]',
    options: { 'add-keywords': { type: 'boolean', default: false } },
    fields: hitsTable.expected,
    isWhole: false,
    async run(context, values) {
      const { settings, ...frame } = frameOf(context)
      const sites = await listSites(frame.db)
      const { keywords, added, changed, repeated, ...tally } = await importHits(
        {
          ...frame,
          retentionDays: settings.shareOfVoice.retentionDays,
          ownPublishers: [
            ...sites.map(({ displayName }) => displayName),
            ...(settings.vendors.rainforest?.ownPublishers ?? []),
          ],
          readStored: readStoredSearch,
          addKeywords: values['add-keywords'] === true,
          refuse: context.refuse,
        },
        open(context, hitsTable),
      )
      const notes = keywords > 0 ? [`${keywords} keyword${keywords === 1 ? '' : 's'} added, untracked.`] : []
      return { counts: { added, changed, repeated }, notes, ...tally }
    },
  }),
  keywords: defineKind({
    usage: `npm run import -- keywords FILE.csv[.gz] [--keyword-column COLUMN] [--tags-column COLUMN]
    [--sites-column COLUMN] [--tracked-column COLUMN] [--heading yes|no]
    [--separator comma|semicolon|tab|pipe|none] [--tags TAGS] [--sites SITES]`,
    options: KEYWORD_OPTIONS,
    fields: [],
    isWhole: true,
    async run({ file, refuse, onTable, ...context }, values) {
      const { pool, clock } = frameOf(context)
      const mapping = mappingOf(values)
      const howToSay = 'Name it with --keyword-column.'
      const options = { mapping, howToSay, onTable, onRefused: refuse }
      const {
        added,
        repeated,
        invalid,
        left_out: leftOut,
      } = await importKeywords({ pool, clock }, OPERATOR, readBytes(file), options)
      const notes = leftOut
        .filter(({ reason }) => !USUAL.includes(reason))
        .map(
          ({ line, text, reason }) =>
            `Left out: line ${line.toLocaleString('en')}, “${text}”: ${reason.toLowerCase()}.`,
        )
      return { counts: { added, repeated }, refused: invalid, notes }
    },
  }),
  content: defineKind({
    usage: 'npm run import -- content FILE',
    options: {},
    fields: postsTable.expected,
    isWhole: false,
    async run(context) {
      const parts = { ...frameOf(context), refuse: context.refuse }
      const { added, changed, repeated, ...tally } = await importPosts(parts, open(context, postsTable))
      return { counts: { added, changed, repeated }, ...tally }
    },
  }),
  earnings: defineKind({
    usage: 'npm run import -- earnings FILE [--earnings-column NAME]',
    options: { 'earnings-column': TEXT },
    fields: earningsTable().expected,
    isWhole: true,
    async run(context, values) {
      const table = earningsTable(values['earnings-column'])
      const parts = { ...frameOf(context), source: table.source, refuse: context.refuse }
      const imported = await importEarnings(parts, open(context, table))
      const { added, changed, repeated, refused, leftOut } = imported
      const weeks = added === 1 ? 'week of a post added' : 'weeks of posts added'
      return {
        counts: { [weeks]: added, changed, repeated },
        refused,
        leftOut,
        notes: earningsNotes(imported),
      }
    },
  }),
  opportunities: defineKind({
    usage: 'npm run import -- opportunities FILE',
    options: {},
    fields: opportunitiesTable.expected,
    isWhole: false,
    run: (context) => importMarket(context, opportunitiesTable, importOpportunities),
  }),
  products: defineKind({
    usage: 'npm run import -- products FILE',
    options: {},
    fields: productsTable.expected,
    isWhole: false,
    run: (context) => importMarket(context, productsTable, importProducts),
  }),
  availability: defineKind({
    usage: 'npm run import -- availability FILE',
    options: {},
    fields: availabilityTable.expected,
    isWhole: false,
    async run(context) {
      const parts = { ...frameOf(context), refuse: context.refuse }
      const { changed, repeated, ...tally } = await importAvailability(
        parts,
        open(context, availabilityTable),
      )
      return { counts: { changed, repeated }, ...tally }
    },
  }),
}
