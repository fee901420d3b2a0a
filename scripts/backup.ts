// npm run backup [-- FILE]: the whole database and the images in one archive.
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { backup } from '#server/db/backup.ts'
import { readArguments, runCommand, withDatabase } from './command.ts'

await runCommand(async () => {
  const { file } = readArguments('npm run backup -- [FILE.tar.gz]')
  const now = new Date()
  await withDatabase(async ({ database, imagesFolder }) => {
    const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
    const target = file ?? path.resolve('backups', `copydesk-${stamp}.tar.gz`)
    const { tables, images } = await backup({ database, imagesFolder, file: target, now })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const { size } = await stat(target)
    console.log(
      `${target}: ${rows} rows of ${tables.length} tables, ${images.length} images, ${(size / 1e6).toFixed(1)} MB`,
    )
  })
})
