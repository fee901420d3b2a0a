import { z } from 'zod'
import type { Db } from '#server/db/connect.ts'
import { googleSheets } from '#server/db/schema/google-sheets.ts'
import { builtInSheets } from '#server/db/schema/sheets.ts'
import { boardGidOf } from './boards.ts'
import { words } from './cells.ts'
import { found } from './rows.ts'
import { SampleCode, type SampleSiteCode } from './site-codes.ts'
import { readTable } from './words.ts'

const Line = z.strictObject({ sheet: words, site: SampleCode, title: words, notes: z.string() })

/** What sites plan to write, a sheet for each. */
const LINES = await readTable('sheets.csv', Line)

/** Sheets of some sites, linked with their boards and not synced yet. */
export async function insertSheets(
  tx: Db,
  { now, siteIds }: { now: Date; siteIds: ReadonlyMap<SampleSiteCode, number> },
): Promise<void> {
  for (const [id, lines] of Map.groupBy(LINES, ({ sheet }) => sheet)) {
    const site = lines[0]?.site
    if (site === undefined) continue
    const rows = [['Title', 'Notes'], ...lines.map(({ title, notes }) => [title, notes])]
    await tx.insert(builtInSheets).values({ id, rows })
    await tx
      .insert(googleSheets)
      .values({ sheetId: id, siteId: found(siteIds, site), boardGid: boardGidOf(site), createdAt: now })
  }
}
