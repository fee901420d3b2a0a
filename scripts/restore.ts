// npm run restore -- FILE [--force]: puts a backup in the place of the database and the images.

import { restore } from '#server/db/backup/restore.ts'
import { migrationsFolder } from '#server/db/connect.ts'
import { CommandError, readArguments, runCommand, withDatabase } from './command.ts'

const usage = 'npm run restore -- FILE.tar.gz [--force]'

await runCommand(async () => {
  const { file, force } = readArguments(usage)
  if (!file) throw new CommandError(`Which backup? Usage: ${usage}`)
  await withDatabase(async ({ database, imagesFolder }) => {
    const { createdAt, tables, images } = await restore({
      database,
      imagesFolder,
      file,
      migrationsFolder,
      force,
    })
    console.log(
      `Restored the backup of ${createdAt}: ${tables.length} tables, ${images.length} images. All users must sign in again.`,
    )
  })
})
