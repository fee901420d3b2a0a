import { access } from 'node:fs/promises'
import { clockOf } from '#server/clock.ts'
import { type ImportParts, importHits } from '#server/features/share-of-voice/verbs/import-hits.ts'
import { listSites } from '#server/features/sites/queries.ts'
import { readRows } from '#server/files/rows.ts'
import { readKeptSearch } from '#server/integrations/share-of-voice-source/rainforest-answer.ts'
import { readSettings } from '#server/settings.ts'
import { type CommandContext, CommandError } from './command.ts'
import { createRefusals } from './import-file.ts'

interface ImportOptions {
  'add-keywords': boolean
}

/** The exit code of an import that has left rows out; one that brought in nothing has failed. */
const SOME_REFUSED = 2

type Refused = Parameters<ImportParts['refuse']>[0]

const asText = (cell: unknown) => (typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell)
const counted = (number: number, what: string) => `${number.toLocaleString('en')} ${what}`

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
  const refusals = createRefusals(file, ['Line', 'Why', ...columns])
  const reasons = new Map<string, number>()
  const parts = {
    db,
    clock: clockOf(settings),
    timeZone: settings.timeZone,
    keptDays: settings.shareOfVoice.keptDays,
    ownPublishers: [
      ...sites.map(({ displayName }) => displayName),
      ...(settings.vendors.rainforest?.ownPublishers ?? []),
    ],
    readKept: readKeptSearch,
    addKeywords: options['add-keywords'],
    refuse({ line, why, cells }: Refused) {
      reasons.set(why, (reasons.get(why) ?? 0) + 1)
      refusals.add([line, why, ...columns.map((column) => asText(cells[column.toLowerCase()]))])
    },
  }
  const { added, changed, repeated, refused, keywords, damage } = await importHits(
    parts,
    readRows(file),
  ).finally(() =>
    // What came before a fault is in.
    refusals.end(true),
  )
  const lines = [
    `${counted(added, 'added')}, ${counted(changed, 'changed')}, ${counted(repeated, 'repeated')}, ${counted(refused, 'refused')}.`,
    ...(keywords > 0
      ? [`${counted(keywords, keywords === 1 ? 'keyword' : 'keywords')} added, untracked.`]
      : []),
    ...[...reasons].map(([why, count]) => `  ${counted(count, 'refused')}: ${why}`),
    ...(refused > 0 ? [`The refused rows are in ${refusals.target}.`] : []),
  ]
  console.log(lines.join('\n'))
  if (damage !== null) {
    throw new CommandError(
      `The file is damaged after line ${damage.afterLine.toLocaleString('en')}: ${damage.why}`,
    )
  }
  if (refused > 0) process.exitCode = added + changed + repeated === 0 ? 1 : SOME_REFUSED
}
