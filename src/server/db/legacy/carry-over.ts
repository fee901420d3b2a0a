import pg from 'pg'
import { dropOutdatedQueue } from '../job-schemas.ts'
import { applyMissing, listAppliedMigrations, type Migration, recordMigration } from '../migration-record.ts'
import { isBaseline, readLegacyMigrations } from './legacy-migrations.ts'

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Takes over an installation from before the baseline: applies the legacy migrations that it lacks, then records the
 * baseline as applied, because its schema is the one that the baseline creates. Returns the names of those that ran.
 * The legacy records stay, so that the version before still starts on this database. Throws before anything changes
 * where the database has a migration that this version does not know.
 */
export async function carryOver(client: pg.ClientBase, migrations: Migration[]): Promise<string[]> {
  const baseline = migrations.filter(isBaseline)
  const applied = await listAppliedMigrations(client)
  const isLegacy = applied.size > 0 && !baseline.some(({ name }) => applied.has(name))
  if (baseline.length === 0 || !isLegacy) return []
  const legacy = await readLegacyMigrations()
  refuseUnknown(applied, [...legacy, ...migrations])
  await dropQueueOfBefore(client)
  const names = await applyMissing(client, legacy)
  await client.query('begin')
  for (const migration of baseline) await recordMigration(client, migration)
  await client.query('commit')
  return names
}

async function dropQueueOfBefore(client: pg.ClientBase): Promise<void> {
  try {
    await client.query("begin; set local lock_timeout = '10s'")
    await dropOutdatedQueue(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error
    throw new Error(
      'Another server is using the job queue. Stop every server on this database, then start this one again. Nothing was changed.',
      { cause: error },
    )
  }
}

function refuseUnknown(applied: Map<string, string>, migrations: Migration[]): void {
  const known = new Map(migrations.map(({ name, hash }) => [name, hash]))
  for (const [name, hash] of applied) {
    if (known.get(name) === hash) continue
    throw new Error(
      known.has(name)
        ? `The migration ${name} was changed after it had been applied, so this version cannot rely on the database's schema. Start the version of Copydesk that applied it. Nothing was changed.`
        : `The database has the migration ${name}, which this version of Copydesk does not know. Start a version that has it. Nothing was changed.`,
    )
  }
}
