import { z } from 'zod'
import type { Db } from '#server/db/connect.ts'
import { consoleQueries } from '#server/db/schema/db-query.ts'
import { amount, words } from './cells.ts'
import { DAY } from './moments.ts'
import { type PersonKey, PersonNamed } from './people.ts'
import { found } from './rows.ts'
import { readTable } from './words.ts'

const Query = z.strictObject({
  name: words,
  by: PersonNamed,
  /** Days since. */
  changed: amount,
  statement: words,
})

export const SAMPLE_QUERIES = await readTable('queries.csv', Query)

/** Saved queries that users run regularly. */
export async function insertQueries(
  tx: Db,
  { now, userIds }: { now: Date; userIds: ReadonlyMap<PersonKey, number> },
): Promise<void> {
  await tx.insert(consoleQueries).values(
    SAMPLE_QUERIES.map(({ name, by, changed, statement }) => ({
      name,
      statement,
      userId: found(userIds, by),
      updatedAt: new Date(now.getTime() - changed * DAY),
    })),
  )
}
