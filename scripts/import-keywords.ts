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
  })
  let columns: string[] = []
  const refusals = createRefusals(file, () => [...columns, 'line', 'reason'])
  let isDone = false
  try {
    const { added, repeated, invalid } = await service.importFile(
      { kind: 'operator', name: 'npm run import' },
      content,
      {
        onRefused({ line, reason }, { keyword, ...others }) {
          columns = ['keyword', ...Object.keys(others)]
          refusals.add([keyword, ...Object.values(others), line, reason])
        },
      },
    )
    isDone = true
    console.log(`${file}: ${shown(added)} added, ${shown(repeated)} repeated, ${shown(invalid)} refused.`)
    if (invalid > 0) console.log(`What was refused, and why: ${refusals.target}`)
  } finally {
    refusals.end(isDone)
  }
}
