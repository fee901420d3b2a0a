// npm run import -- KIND FILE: reads what other systems have collected, as often as one likes.
import { createWriteStream } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import Papa from 'papaparse'
import { importHits } from '#server/features/share-of-voice/verbs/import-hits.ts'
import { listSites } from '#server/features/sites/queries.ts'
import { readRows } from '#server/files/rows.ts'
import { readSettings } from '#server/settings.ts'
import { type CommandContext, CommandError, runCommand, withWorkspace } from './command.ts'

const usage = 'npm run import -- share-of-voice FILE [--add-keywords]'

interface Options {
  'add-keywords': boolean
}

/** Reads one kind of file; answers what is said at the end. */
type Import = (file: string, options: Options, context: CommandContext) => Promise<string>

const KINDS: Readonly<Record<string, Import>> = { 'share-of-voice': importShareOfVoice }

const counted = (number: number, what: string) => `${number.toLocaleString('en')} ${what}`

/** The rows that were refused, in a file beside theirs that can be mended and read again; none where there were none. */
function createRefusals(file: string, columns: readonly string[]) {
  const name = `${file}.refused.csv`
  const reasons = new Map<string, number>()
  const open = () => {
    const stream = createWriteStream(name)
    stream.write(`${['Line', 'Why', ...columns].join(',')}\r\n`)
    return stream
  }
  let stream: ReturnType<typeof open> | undefined
  const asText = (cell: unknown) => (typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell)
  return {
    name,
    reasons,
    add({ line, why, cells }: { line: number; why: string; cells: Readonly<Record<string, unknown>> }) {
      stream ??= open()
      reasons.set(why, (reasons.get(why) ?? 0) + 1)
      const row = [line, why, ...columns.map((column) => asText(cells[column.toLowerCase()]))]
      stream.write(`${Papa.unparse([row], { escapeFormulae: true })}\r\n`)
    },
    async close() {
      if (stream === undefined) return
      stream.end()
      await finished(stream)
    },
  }
}

async function importShareOfVoice(file: string, options: Options, { database: { db } }: CommandContext) {
  const settings = readSettings(process.env)
  const sites = await listSites(db)
  const columns = ['Day', 'Keyword', 'Publisher', 'Won', 'Title', 'Published', 'Link', 'Items']
  const refusals = createRefusals(file, columns)
  await rm(refusals.name, { force: true })
  const parts = {
    db,
    clock: () => new Date(),
    timeZone: settings.timeZone,
    keptDays: settings.shareOfVoice.keptDays,
    ownPublishers: [
      ...sites.map(({ displayName }) => displayName),
      ...(settings.vendors.rainforest?.ownPublishers ?? []),
    ],
    addKeywords: options['add-keywords'],
    refuse: refusals.add,
  }
  const { added, changed, repeated, refused, keywords } = await importHits(parts, readRows(file)).finally(
    refusals.close,
  )
  const lines = [
    `${counted(added, 'added')}, ${counted(changed, 'changed')}, ${counted(repeated, 'repeated')}, ${counted(refused, 'refused')}.`,
    ...(keywords > 0 ? [`${counted(keywords, 'keywords added')}, untracked.`] : []),
    ...[...refusals.reasons].map(([why, count]) => `  ${counted(count, 'refused')}: ${why}`),
    ...(refused > 0 ? [`The refused rows are in ${refusals.name}.`] : []),
  ]
  return lines.join('\n')
}

function readOptions() {
  try {
    return parseArgs({
      options: { 'add-keywords': { type: 'boolean', default: false } },
      allowPositionals: true,
    })
  } catch (error) {
    throw new CommandError(`${(error as Error).message} Usage: ${usage}`)
  }
}

await runCommand(async () => {
  const { values, positionals } = readOptions()
  const [kind = '', named = '', ...rest] = positionals
  const read = KINDS[kind]
  if (read === undefined || named === '' || rest.length > 0) throw new CommandError(`Usage: ${usage}`)
  const file = path.resolve(process.env.INIT_CWD ?? '.', named)
  await access(file).catch(() => {
    throw new CommandError(`There is no readable file ${file}.`)
  })
  await withWorkspace(async (context) => console.log(await read(file, values, context)))
})
