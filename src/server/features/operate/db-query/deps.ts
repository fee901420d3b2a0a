import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Db } from '../../../db/connect.ts'
import type { SecretBox } from '../../../security/secret-box.ts'
import type { ExportsService } from '../../ground/area.ts'

export interface AskingDeps {
  db: Db
  pool: Pool
  /** The address of the database, under which our own user is let in. */
  url: string
  /** Whether its processes are ours, on this machine. */
  isEmbedded: boolean
  clock: () => Date
  box: Pick<SecretBox, 'derive'>
  isProduction: boolean
  /** What the setting says; left out, the server's version decides. */
  databaseConsole: 'on' | 'off' | undefined
  timeZone: string
  log: Pick<FastifyBaseLogger, 'error'>
}

export interface DbQueryDeps extends AskingDeps {
  exports: Pick<ExportsService, 'startExport'>
}
