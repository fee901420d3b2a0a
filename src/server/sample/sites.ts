import type { Db } from '#server/db/connect.ts'
import { sites } from '#server/db/schema/sites.ts'
import { found } from './rows.ts'
/** Two letters, as in preview addresses. */
export type SampleSiteCode = 'bm' | 'hs' | 'pt' | 'nf' | 'ok' | 'ta' | 'tj' | 'tm' | 'dt'

export interface SampleSite {
  code: SampleSiteCode
  displayName: string
  normalizedName: string
  url: string
}

const site = (code: SampleSiteCode, displayName: string): SampleSite => {
  const words = displayName
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .split(' ')
  return {
    code,
    displayName,
    normalizedName: words.join('-'),
    url: `https://${words.join('')}.example`,
  }
}

/** The publisher's nine titles. */
export const SAMPLE_SITES: readonly SampleSite[] = [
  site('bm', 'Bench & Mortar'),
  site('hs', 'Hearthside'),
  site('pt', 'Pet Tally'),
  site('nf', 'Northfield'),
  site('ok', 'Open Kitchen'),
  site('ta', 'Trail Almanac'),
  site('tj', 'Tiny Journeys'),
  site('tm', 'Tidy Mode'),
  site('dt', 'Daily Tested'),
]

export async function insertSites(
  tx: Db,
  {
    logos,
    boardGidOf,
  }: { logos: ReadonlyMap<SampleSiteCode, string>; boardGidOf: (code: SampleSiteCode) => string },
): Promise<Map<SampleSiteCode, number>> {
  const rows = SAMPLE_SITES.map((site) => ({
    ...site,
    logoUrl: found(logos, site.code),
    boardGid: boardGidOf(site.code),
  }))
  const ids = await tx.insert(sites).values(rows).returning({ id: sites.id, code: sites.code })
  return new Map(ids.map(({ id, code }) => [code as SampleSiteCode, id]))
}
