// npm run backup [-- FILE|FOLDER] [--keep N]: writes the whole database and the images into one archive and
// verifies it.
// npm run backup -- verify FILE: verifies an archive and lists its contents.
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { clockOf } from '#server/clock.ts'
import { backup } from '#server/db/backup/backup.ts'
import type { Manifest } from '#server/db/backup/manifest.ts'
import { archiveName, removeOldArchives } from '#server/db/backup/old-archives.ts'
import { verifyArchive } from '#server/db/backup/verify.ts'
import { migrationsFolder } from '#server/db/connect.ts'
import { notifyFailedBackup } from '#server/features/ground/notices/verbs/notify-failed-backup.ts'
import { readSettings, type Settings } from '#server/settings/settings.ts'
import { CommandError, messageOf, refuseMissingWorkspace, runCommand, withDatabase } from './command.ts'

const usage = `npm run backup -- [FILE.tar.gz | FOLDER] [--keep N]
npm run backup -- verify FILE.tar.gz`

const MOST_KEPT = 10_000

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      options: { keep: { type: 'string' } },
      allowPositionals: true,
    })
    const keep = values.keep === undefined ? undefined : Number(values.keep)
    if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1 && keep <= MOST_KEPT))
      throw new Error('--keep needs a number of archives, at least 1.')
    if (positionals.length > (positionals[0] === 'verify' ? 2 : 1))
      throw new Error('Only one file can be named.')
    return { keep, positionals: positionals.map(String) }
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error} Usage:\n${usage}`)
  }
}

const placeOf = (named: string) => path.resolve(process.env.INIT_CWD ?? '.', named)

const isFolder = (file: string) =>
  stat(file).then(
    (entry) => entry.isDirectory(),
    () => false,
  )

/** Path of the archive, and whether we choose its name. */
async function targetOf(named: string | undefined, { backupDir }: Settings, now: Date) {
  const place = named === undefined ? backupDir : placeOf(named)
  const isOwnName = named === undefined || (await isFolder(place))
  return { file: isOwnName ? path.join(place, archiveName(now)) : place, isOwnName }
}

const sumOf = ({ tables, images }: Manifest) =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables, ${images.length} images`

/** Data that is not in the archive and must be kept elsewhere. */
function leftOut({ secretKey, dataDir, vendors }: Settings): string[] {
  const key = secretKey === undefined ? path.join(dataDir, 'secret.key') : 'SECRET_KEY'
  return [
    `Not included: the key that encrypts secrets in the database (${key}). Keep a copy of it somewhere else.`,
    ...(vendors.s3 === undefined
      ? []
      : [
          `Not included: the images in the bucket ${vendors.s3.bucket}. Back them up with versions or copies of the bucket.`,
        ]),
  ]
}

/** Writes the archive and reads it back; administrators are notified if that fails. */
async function made(settings: Settings, file: string, now: Date) {
  let result: { manifest: Manifest; size: number } | undefined
  await withDatabase(async ({ database, imagesFolder }) => {
    try {
      await backup({ database, imagesFolder, file, now })
      // Verify what is on the disk, not what was written.
      result = { manifest: await verifyArchive(file), size: (await stat(file)).size }
    } catch (error) {
      const frame = { db: database.db, clock: clockOf(settings) }
      // Report the original error even if the notice fails.
      await notifyFailedBackup(frame, messageOf(error)).catch(() => {})
      throw error
    }
  })
  if (!result) throw new Error('The backup ended without a result.')
  return result
}

async function write(named: string | undefined, keep: number | undefined) {
  const settings = readSettings(process.env)
  const now = new Date()
  const { file, isOwnName } = await targetOf(named, settings, now)
  if (keep !== undefined && !isOwnName)
    throw new CommandError(
      '--keep only deletes archives that this command has named. Name a folder, or leave the name out.',
    )
  refuseMissingWorkspace(settings)
  const { manifest, size } = await made(settings, file, now)
  console.log(`${file}: ${sumOf(manifest)}, ${(size / 1e6).toFixed(1)} MB, read back and complete`)
  for (const line of leftOut(settings)) console.log(line)
  if (keep === undefined) return
  for (const name of await removeOldArchives(path.dirname(file), keep, now)) console.log(`Removed ${name}`)
}

async function verify(file: string) {
  const manifest = await verifyArchive(file, migrationsFolder)
  console.log(`${file}: complete, created at ${manifest.createdAt}: ${sumOf(manifest)}`)
  for (const { schema, name, rows } of manifest.tables)
    if (rows > 0)
      console.log(`${String(rows).padStart(12)}  ${schema === 'public' ? '' : `${schema}.`}${name}`)
}

await runCommand(async () => {
  const { keep, positionals } = readOptions()
  const [first, second] = positionals
  if (first !== 'verify') return write(first, keep)
  if (second === undefined) throw new CommandError(`Which archive? Usage:\n${usage}`)
  await verify(placeOf(second))
})
