import { z } from 'zod'
import type { Db } from '#server/db/connect.ts'
import { sites } from '#server/db/schema/sites.ts'
import { words } from './cells.ts'
import { found } from './rows.ts'
import { SampleCode, type SampleSiteCode } from './site-codes.ts'
import { readTable } from './words.ts'

const Site = z
  .strictObject({ site: SampleCode, name: words, trust: words })
  .transform(({ site, name, trust }) => {
    const parts = name
      .toLowerCase()
      .replace(/[^a-z]+/g, ' ')
      .split(' ')
    return {
      code: site,
      displayName: name,
      normalizedName: parts.join('-'),
      url: `https://${parts.join('')}.example`,
      trust,
    }
  })

export type SampleSite = z.infer<typeof Site>

/** The publisher's nine titles. */
export const SAMPLE_SITES: readonly SampleSite[] = await readTable('sites.csv', Site)

/** One of them is for trying things out. */
const SANDBOX: SampleSiteCode = 'tj'
/** Where posts that were not written here may be changed: there most products that are sold out can be replaced. */
const CHANGES_LIVE: readonly SampleSiteCode[] = ['ok', 'tm', 'dt']

export async function insertSites(
  tx: Db,
  {
    logos,
    boardGidOf,
    copyboardGidOf,
  }: {
    logos: ReadonlyMap<SampleSiteCode, string>
    boardGidOf: (code: SampleSiteCode) => string
    copyboardGidOf: (code: SampleSiteCode) => string | null
  },
): Promise<Map<SampleSiteCode, number>> {
  const rows = SAMPLE_SITES.map(({ trust, ...site }) => ({
    ...site,
    logoUrl: found(logos, site.code),
    boardGid: boardGidOf(site.code),
    copyboardGid: copyboardGidOf(site.code),
    sandbox: site.code === SANDBOX,
    changesLivePosts: CHANGES_LIVE.includes(site.code),
  }))
  const ids = await tx.insert(sites).values(rows).returning({ id: sites.id, code: sites.code })
  return new Map(ids.map(({ id, code }) => [code as SampleSiteCode, id]))
}
