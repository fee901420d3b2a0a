import { createKeywordUploads } from '#server/features/keyword-uploads/feature.ts'
import type { CommandContext } from './command.ts'
import { createRefusals, readImportFile } from './import-file.ts'

const shown = (count: number) => count.toLocaleString('en')

/** Adds the keywords of a CSV file, as many as it has: all of it or nothing. */
export async function importKeywords({ database }: CommandContext, file: string): Promise<void> {
  const content = readImportFile(file)
  const { service } = createKeywordUploads({
    pool: database.pool,
    clock: () => new Date(),
    forgetTotals: () => {},
  })
  const refusals = createRefusals(file, ['keyword', 'line', 'reason'])
  let isDone = false
  try {
    const { added, repeated, refused } = await service.importFile(content, {
      onRefused: ({ text, line, reason }) => refusals.add([text, line, reason]),
    })
    isDone = true
    console.log(`${file}: ${shown(added)} added, ${shown(repeated)} repeated, ${shown(refused)} refused.`)
    if (refused > 0) console.log(`What was refused, and why: ${refusals.target}`)
  } finally {
    refusals.end(isDone)
  }
}
