import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayAt } from '#shared/format/day.ts'
import { newestArchive } from '../db/backup/old-archives.ts'
import type { Db } from '../db/connect.ts'
import { countJobs, readAges, readVendorAccounts } from './queries.ts'
import type { MetricsRegistry } from './registry.ts'

/** Prometheus gives up after ten seconds, and must learn before that the database does not answer. */
const PATIENCE_MS = 3000

export interface SharedValueDeps {
  log: { warn(details: object, message: string): void }
  db: Db
  clock: () => Date
  timeZone: string
  backupDir: string
}

async function readBackupAge({ backupDir }: SharedValueDeps): Promise<number | null> {
  const name = await newestArchive(backupDir)
  if (name === null) return null
  const { mtimeMs } = await stat(join(backupDir, name))
  return (Date.now() - mtimeMs) / 1000
}

const SHARED = { scope: 'shared' } as const

type Settable = { set(labels: typeof SHARED, value: number): void; reset(): void }

/** A value that is not there has no series, so an alert on its age does not fire by mistake. */
function setOrLeave(gauge: Settable, value: number | null | undefined) {
  gauge.reset()
  if (value !== null && value !== undefined) gauge.set(SHARED, value)
}

async function setFromDatabase(metrics: MetricsRegistry, { db, clock, timeZone }: SharedValueDeps) {
  const { jobs, vendors, access, data, events } = metrics
  const [counts, accounts, ages] = await Promise.all([
    countJobs(db),
    readVendorAccounts(db, dayAt(clock(), timeZone)),
    readAges(db, timeZone),
  ])
  for (const { name: job, waiting, active, failed, oldest } of counts) {
    jobs.waiting.set({ ...SHARED, job }, waiting)
    jobs.active.set({ ...SHARED, job }, active)
    jobs.failed.set({ ...SHARED, job }, failed)
    jobs.oldest.set({ ...SHARED, job }, oldest)
  }
  for (const { system, calls } of accounts.calls) vendors.today.set({ ...SHARED, system }, calls)
  for (const { system, until } of accounts.pauses) vendors.pausedUntil.set({ ...SHARED, system }, until)
  setOrLeave(access.sessions, ages?.sessions)
  setOrLeave(data.shareOfVoiceAge, ages?.shareOfVoice)
  setOrLeave(data.stockScanAge, ages?.stock)
  setOrLeave(events.oldest, ages?.oldestEvent)
}

/** Reads the values that no event provides: queues, vendor accounts and the age of data. */
export async function readSharedValues(metrics: MetricsRegistry, deps: SharedValueDeps): Promise<void> {
  const { jobs, vendors, access, data, events, database } = metrics
  const read = [...Object.values(jobs), vendors.today, vendors.pausedUntil, access.sessions]
  for (const gauge of [...read, data.shareOfVoiceAge, data.stockScanAge, data.backupAge, events.oldest])
    gauge.reset()
  const age = await readBackupAge(deps).catch(() => null)
  if (age !== null) data.backupAge.set({ scope: 'server' }, age)
  const answers = await Promise.race([
    setFromDatabase(metrics, deps).then(
      () => true,
      (error: unknown) => {
        deps.log.warn({ err: error }, 'could not read the shared metrics')
        return false
      },
    ),
    sleep(PATIENCE_MS, false, { ref: false }),
  ])
  database.answers.set(answers ? 1 : 0)
}
