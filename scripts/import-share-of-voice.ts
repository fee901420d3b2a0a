import { createWriteStream } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import Papa from 'papaparse'
import { importHits } from '#server/features/share-of-voice/verbs/import-hits.ts'
import { listSites } from '#server/features/sites/queries.ts'
import { readRows } from '#server/files/rows.ts'
import { readSettings } from '#server/settings.ts'
import { type CommandContext, CommandError } from './command.ts'

export interface ImportOptions {
  'add-keywords': boolean
}

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

/** Share of voice that other systems have collected: read as often as one likes. */
export async function importShareOfVoice(
  { database: { db } }: CommandContext,
  file: string,
  options: ImportOptions,
): Promise<void> {
  await access(file).catch(() => {
    throw new CommandError(`There is no readable file ${file}.`)
  })
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
  console.log(lines.join('\n'))
}
