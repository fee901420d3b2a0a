import path from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from '#server/db/backup/backup-error.ts'
import { type Database, openUnmigratedDatabase } from '#server/db/connect.ts'
import { DatabaseStartError } from '#server/db/embedded-postgres.ts'
import { readSettings, SettingsError } from '#server/settings.ts'

export type CommandContext = { database: Database; dataDir: string; imagesFolder: string }

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
    throw new BackupError(`${error instanceof Error ? error.message : error} Usage: ${usage}`)
  }
}

/** Opens the database that the settings name as it is, beside a running server too; closes it after `run`. */
export async function withDatabase(run: (context: CommandContext) => Promise<void>): Promise<void> {
  const { databaseUrl, dataDir } = readSettings(process.env)
  const database = await openUnmigratedDatabase({ databaseUrl, dataDir, join: true, log: () => {} })
  try {
    await run({ database, dataDir, imagesFolder: path.join(dataDir, 'images') })
  } finally {
    await database.close()
  }
}

/** Runs a command: what a person can put right is told in one line, anything else with its stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    const isExpected =
      error instanceof BackupError || error instanceof DatabaseStartError || error instanceof SettingsError
    console.error(isExpected ? error.message : error)
    process.exitCode = 1
  }
}
