import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Db } from './db/connect.ts'
import type { Flags } from './features/ground/feature-flags/feature.ts'
import type { Enqueue, Job } from './jobs/job.ts'
import type { Queue } from './jobs/queue.ts'
import type { BeginRun } from './kernel/runs/run.ts'
import type { Ports } from './ports.ts'
import type { Passwords } from './security/passwords.ts'
import type { SecretBox } from './security/secret-box.ts'
import type { Settings } from './settings/settings.ts'

/** Dependencies common to all features; each feature declares which of them it needs. */
export interface Frame extends Settings, Ports {
  settings: Settings
  db: Db
  pool: Pool
  /** The database's address, under which our own user is let in. */
  url: string
  /** Whether the database's processes are ours, on this machine. */
  isEmbedded: boolean
  clock: () => Date
  log: FastifyBaseLogger
  enqueue: Enqueue
  enqueueOnce: Queue['enqueueOnce']
  isUnderWay: Queue['isUnderWay']
  beginRun: BeginRun
  /** All jobs of the server, after all features are created. */
  jobs: () => readonly Job[]
  passwords: Passwords
  /** Encrypts secrets before they are stored. */
  box: SecretBox
  /** Feature flags. */
  flags: Flags
  isReady: () => boolean
  /** Where this server itself is reached on this machine, once it listens. */
  ownAddress: () => string | null
  /** Names of the connected vendors, without secrets. */
  vendorNames: Readonly<Record<string, string>>
}
