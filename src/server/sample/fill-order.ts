import type { Settings } from '#server/settings/settings.ts'

/** Message to the process that fills a workspace. */
export interface FillOrder {
  databaseUrl: string
  now: Date
  password: string
  passwordHash: string
  settings: Pick<Settings, 'dataDir' | 'timeZone'> & { vendors: Pick<Settings['vendors'], 'amazon' | 's3'> }
}

/** What it tells: the next part, or why it failed. */
export type FillNews = { part: string } | { failure: string }
