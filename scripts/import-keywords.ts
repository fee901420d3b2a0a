import type { parseArgs } from 'node:util'
import { createKeywordUploads } from '#server/features/keyword-uploads/feature.ts'
import { USUAL } from '#server/features/keyword-uploads/junk-reader.ts'
import { UploadMapping } from '#shared/features/keyword-uploads/contract.ts'
import { type CommandContext, CommandError } from './command.ts'
import { createRefusals, readImportFile } from './import-file.ts'

const shown = (count: number) => count.toLocaleString('en')

const TEXT = { type: 'string' } as const
/** What may be said of a file's columns. */
export const KEYWORD_OPTIONS = {
  'keyword-column': TEXT,
  'tags-column': TEXT,
  'sites-column': TEXT,
  'tracked-column': TEXT,
  heading: TEXT,
  separator: TEXT,
  tags: TEXT,
  sites: TEXT,
}
export type KeywordOptions = ReturnType<typeof parseArgs<{ options: typeof KEYWORD_OPTIONS }>>['values']

/** The option that says what a field of an upload says. */
const OPTION_OF: Readonly<Record<keyof UploadMapping, keyof KeywordOptions>> = {
  keyword_column: 'keyword-column',
  tags_column: 'tags-column',
  sites_column: 'sites-column',
  tracked_column: 'tracked-column',
  has_heading: 'heading',
  separator: 'separator',
  tags: 'tags',
  sites: 'sites',
}

function mappingOf(options: KeywordOptions): UploadMapping {
  const given = Object.entries(OPTION_OF).map(([field, option]) => [field, options[option]])
  const read = UploadMapping.safeParse(Object.fromEntries(given.filter(([, value]) => value !== undefined)))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const field = String(issue?.path[0])
  const option = Object.hasOwn(OPTION_OF, field) ? OPTION_OF[field as keyof UploadMapping] : field
  throw new CommandError(`--${option}: ${issue?.message}`)
}

/** Adds the keywords of a CSV file, as many as it has: all of it or nothing. */
export async function importKeywords(
  { database }: CommandContext,
  file: string,
  options: KeywordOptions = {},
): Promise<void> {
  const mapping = mappingOf(options)
  const content = readImportFile(file)
  const { service } = createKeywordUploads({
    pool: database.pool,
    clock: () => new Date(),
  })
  let columns: string[] = []
  const refusals = createRefusals(file, () => [...columns, 'line', 'reason'])
  let isDone = false
  try {
    const {
      added,
      repeated,
      invalid,
      left_out: leftOut,
    } = await service.importFile({ kind: 'operator', name: 'npm run import' }, content, {
      mapping,
      howToSay: 'Say it with --keyword-column.',
      onRefused({ line, reason }, { keyword, ...others }) {
        columns = ['keyword', ...Object.keys(others)]
        refusals.add([keyword, ...Object.values(others), line, reason])
      },
    })
    isDone = true
    console.log(`${file}: ${shown(added)} added, ${shown(repeated)} repeated, ${shown(invalid)} refused.`)
    for (const line of leftOut.filter(({ reason }) => !USUAL.includes(reason)))
      console.log(`Left out: line ${shown(line.line)}, “${line.text}”: ${line.reason.toLowerCase()}.`)
    if (invalid > 0) console.log(`What was refused, and why: ${refusals.target}`)
  } finally {
    refusals.end(isDone)
  }
}
