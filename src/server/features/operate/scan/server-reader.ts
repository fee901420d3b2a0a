import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { SCREENS } from '#shared/access/screens.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { newestArchive } from '../../../db/backup/old-archives.ts'
import type { ConnectivityDeps, ScanCheck, ScanFinding } from './deps.ts'
import { countFailedForGood, databaseTime, longestWait } from './queries.ts'

const HOUR_S = 3600
const GIGABYTE = 1e9
/** Of the disk, in percent. */
const LITTLE_ROOM = 10
const NO_ROOM = 2
const MOST_DRIFT_MS = 2000
/** Seconds after which a job that could start counts as stuck. */
const STUCK = 900

/** How much room is left where files and the embedded database are. */
export function roomFinding({ free, whole }: { free: number; whole: number }): ScanFinding {
  const percent = whole === 0 ? 100 : (free / whole) * 100
  const value = `${(free / GIGABYTE).toFixed(1)} GB free, ${percent.toFixed(0)} %`
  if (percent >= LITTLE_ROOM) return { label: 'Data folder', value, status: 'success' }
  const tip = 'Clear old backups and files, or move the data folder to a larger disk.'
  return { label: 'Data folder', value, status: percent < NO_ROOM ? 'error' : 'warning', tip }
}

/** How far the clocks of server and database are apart, in milliseconds. */
export function clockFinding(drift: number): ScanFinding {
  const value = `${counted(Math.round(Math.abs(drift)))} ms apart`
  if (Math.abs(drift) <= MOST_DRIFT_MS) return { label: 'Server and database', value, status: 'success' }
  const tip = 'Sessions, links and vendors’ signatures depend on it. Sync both machines with a time server.'
  return { label: 'Server and database', value, status: 'error', tip }
}

/** Finding about the newest backup's age in milliseconds; null without a backup. */
export function backupFinding(age: number | null): ScanFinding {
  const tip = 'Run npm run backup every night; docs/operating/backup.md has a timer for it.'
  if (age === null) return { label: 'Newest backup', value: 'None', status: 'warning', tip }
  const value = `${countedIn(Math.floor(age / (HOUR_S * 1000)), 'hour')} old`
  return age > DAY_MS
    ? { label: 'Newest backup', value, status: 'warning', tip }
    : { label: 'Newest backup', value, status: 'success' }
}

async function findRoom({ dataDir }: ConnectivityDeps): Promise<ScanFinding> {
  const disk = await statfs(dataDir)
  return roomFinding({ free: disk.bavail * disk.bsize, whole: disk.blocks * disk.bsize })
}

async function findDrift({ db }: ConnectivityDeps): Promise<ScanFinding> {
  const before = Date.now()
  const theirs = await databaseTime(db)
  return clockFinding(theirs - (before + Date.now()) / 2)
}

async function findBackup({ backupDir }: ConnectivityDeps): Promise<ScanFinding> {
  const name = await newestArchive(backupDir)
  if (name === null) return backupFinding(null)
  const { mtimeMs } = await stat(join(backupDir, name))
  return backupFinding(Date.now() - mtimeMs)
}

const NONE_FAILED: ScanFinding = { label: 'Jobs', value: 'None failed', status: 'success' }

const failedCheck = ({ db, jobs, failedJobs }: ConnectivityDeps): ScanCheck => ({
  id: 'jobs-failed',
  name: 'No job has failed permanently',
  fixes: new Map([['retry-jobs', (actor) => failedJobs.retryAll(actor)]]),
  async find() {
    const counts = await countFailedForGood(db)
    const failed = jobs().filter(({ name }) => counts.has(name))
    const byAccess = [...Map.groupBy(failed, ({ access = [] }) => access.join()).values()]
    const findings = byAccess.map((kinds): ScanFinding => {
      const access = kinds[0]?.access ?? []
      const count = kinds.reduce((sum, { name }) => sum + (counts.get(name) ?? 0), 0)
      return {
        label: access.length === 0 ? 'Jobs' : 'Jobs about access',
        value: `${countedIn(count, 'job')} failed permanently`,
        status: 'error',
        tip: `${SCREENS.runs.title} shows which and why.`,
        fix: 'retry-jobs',
        access,
      }
    })
    return findings.some(({ access = [] }) => access.length === 0) ? findings : [NONE_FAILED, ...findings]
  },
})

const queueCheck = ({ db }: ConnectivityDeps): ScanCheck => ({
  id: 'jobs-begun',
  name: 'Jobs are picked up',
  async find() {
    const waits = await longestWait(db)
    const value =
      waits < 60
        ? 'Nothing is waiting'
        : `The oldest has waited ${countedIn(Math.floor(waits / 60), 'minute')}`
    return waits > STUCK
      ? [
          {
            label: 'Queue',
            value,
            status: 'error',
            tip: 'No server is running jobs. Restart it and check its log.',
          },
        ]
      : [{ label: 'Queue', value, status: 'success' }]
  },
})

/** The server itself: its jobs, its disk, its clock and its backups. */
export const serverChecks = (deps: ConnectivityDeps): ScanCheck[] => [
  failedCheck(deps),
  queueCheck(deps),
  { id: 'disk', name: 'There is room on the disk', find: async () => [await findRoom(deps)] },
  { id: 'clock', name: 'Clocks agree', find: async () => [await findDrift(deps)] },
  {
    id: 'backup',
    name: 'The last backup is younger than a day',
    find: async () => [await findBackup(deps)],
  },
]
