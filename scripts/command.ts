import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from '#server/db/backup/backup-error.ts'
import { type Database, migrationsFolder, openUnmigratedDatabase } from '#server/db/connect.ts'
import { failureText } from '#server/db/errors/failure-text.ts'
import { findPendingMigrations } from '#server/db/migrate.ts'
import { DatabaseStartError } from '#server/db/postgres/embedded-postgres.ts'
import { AppError } from '#server/errors.ts'
import { createDiskImageStore } from '#server/integrations/image-store/built-in.ts'
import type { ImageStore } from '#server/integrations/image-store/port.ts'
import { exitCodeOf, readSettings, type Settings, SettingsError } from '#server/settings/settings.ts'

export type CommandContext = {
  database: Database
  imagesFolder: string
  images: ImageStore
}

/** What the person at the terminal can put right; the message says how. */
export class CommandError extends Error {}

/** The one file that a command line names, and its `--force`. */
export function readArguments(usage: string): { file: string | undefined; force: boolean } {
  try {
    const { values, positionals } = parseArgs({
      options: { force: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    if (positionals.length > 1) throw new Error('Only one file can be named.')
    return {
      file: positionals[0] && path.resolve(process.env.INIT_CWD ?? '.', positionals[0]),
      force: values.force,
    }
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error} Usage: ${usage}`)
  }
}

/** Opens the database of the settings without migrating, even while a server runs; closes it after `run`. */
export async function withDatabase(run: (context: CommandContext) => Promise<void>): Promise<void> {
  await open(readSettings(process.env), run)
}

const MISSING = 'There is no workspace here yet. Start it once with: npm start -- --empty'

/** Opening the embedded database would create it. */
export function refuseMissingWorkspace({ databaseUrl, dataDir }: Settings): void {
  const cluster = path.join(dataDir, 'postgres', 'PG_VERSION')
  if (databaseUrl === undefined && !fs.existsSync(cluster)) throw new CommandError(MISSING)
}

/** The same for a command that needs a workspace: one that was started once with this version. */
export async function withWorkspace(run: (context: CommandContext) => Promise<void>): Promise<void> {
  const settings = readSettings(process.env)
  refuseMissingWorkspace(settings)
  await open(settings, async (context) => {
    const { applied, pending } = await findPendingMigrations(context.database.pool, migrationsFolder)
    if (applied === 0) throw new CommandError(MISSING)
    if (pending.length > 0)
      throw new CommandError('The workspace is older than this version. Start it once with: npm start')
    await run(context)
  })
}

async function open(
  { databaseDirectUrl: databaseUrl, dataDir }: Settings,
  run: (context: CommandContext) => Promise<void>,
) {
  const database = await openUnmigratedDatabase({ databaseUrl, dataDir, join: true, log: () => {} })
  const imagesFolder = path.join(dataDir, 'images')
  const images = createDiskImageStore({ folder: imagesFolder })
  try {
    await run({ database, imagesFolder, images })
  } finally {
    await database.close()
  }
}

const EXPECTED = [CommandError, BackupError, DatabaseStartError, SettingsError, AppError]

/** An error that the user can fix, in one line; null for any other. */
const lineOf = (error: unknown): string | null =>
  EXPECTED.some((kind) => error instanceof kind) ? (error as Error).message : failureText(error)

export const messageOf = (error: unknown): string =>
  lineOf(error) ?? (error instanceof Error ? error.message : String(error))

/** Runs a command. Errors that the user can fix are printed as one line, all others with their stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    console.error(lineOf(error) ?? error)
    process.exitCode = exitCodeOf(error)
  }
}
