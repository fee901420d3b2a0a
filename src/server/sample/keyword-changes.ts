import { z } from 'zod'
import type { Db } from '#server/db/connect.ts'
import { keywordChangeParts, keywordChanges, keywords, tags } from '#server/db/schema/keywords.ts'
import type { Action } from '#shared/features/keywords/keyword-changes/contract.ts'
import { amount, maybe, words } from './cells.ts'
import type { Laid } from './fill-parts.ts'
import { before, DAY, lastAtWork } from './moments.ts'
import { type PersonKey, PersonNamed } from './people.ts'
import { found } from './rows.ts'
import type { SampleSiteCode } from './site-codes.ts'
import { readTable } from './words.ts'

const Change = z.strictObject({
  by: PersonNamed,
  /** Days since. */
  age: amount,
  action: z.enum(['addTags', 'addSites', 'untrack']),
  /** The tag, or the site by its code; none where tracking ended. */
  value: maybe,
  /** What the changed keywords have in common. */
  words,
})
type Change = z.infer<typeof Change>

/** Bulk changes with their current results. Recent ones can be undone. */
const CHANGES = await readTable('changes.csv', Change)

export interface MadeChange {
  changeId: number
  by: PersonKey
  action: Change['action']
  keywords: number
  createdAt: Date
}

type Keyword = typeof keywords.$inferSelect

/** The requested change, and what identifies the changed keywords. */
function askedOf(
  { action, value: named }: Change,
  tagId: (tag: string) => number,
  siteId: (code: string) => number,
) {
  const value = named ?? ''
  switch (action) {
    case 'addTags': {
      const valueId = tagId(value)
      const change: Action = { action, tags: [{ tag: value }] }
      return {
        change,
        kind: 'tag' as const,
        valueId,
        isOf: ({ tagIds }: Keyword) => tagIds.includes(valueId),
      }
    }
    case 'addSites': {
      const valueId = siteId(value)
      const change: Action = { action, sites: [valueId] }
      return {
        change,
        kind: 'site' as const,
        valueId,
        isOf: ({ siteIds }: Keyword) => siteIds.includes(valueId),
      }
    }
    case 'untrack': {
      const change: Action = { action }
      return { change, kind: 'tracked' as const, valueId: 0, isOf: ({ isTracked }: Keyword) => !isTracked }
    }
  }
}

/** The changes of the past weeks, each with the keywords that it made what they are. */
export async function insertKeywordChanges(
  tx: Db,
  { now, userIds, siteIds }: Pick<Laid, 'now' | 'userIds' | 'siteIds'>,
): Promise<MadeChange[]> {
  const all = await tx.select().from(keywords).orderBy(keywords.id)
  const tagIds = new Map((await tx.select().from(tags)).map(({ tag, id }) => [tag, id]))
  const codes = new Map<string, number>(
    [...siteIds].map(([code, id]: [SampleSiteCode, number]) => [code, id]),
  )
  const made: MadeChange[] = []
  for (const each of CHANGES) {
    const createdAt = lastAtWork(before(now, each.age * DAY))
    const { change, kind, valueId, isOf } = askedOf(
      each,
      (tag) => found(tagIds, tag),
      (code) => found(codes, code),
    )
    const chosen = all.filter(
      (row) => row.keyword.includes(each.words) && row.createdAt < createdAt && isOf(row),
    )
    const keywordIds = chosen.map(({ id }) => id)
    const count = { selected: chosen.length, changed: chosen.length }
    const userId = found(userIds, each.by)
    const times = { createdAt, appliedAt: createdAt }
    const [row] = await tx
      .insert(keywordChanges)
      .values({ userId, action: each.action, change, state: 'applied', slicesDone: 1, ...count, ...times })
      .returning({ id: keywordChanges.id })
    if (!row) throw new Error('The database did not return the new change.')
    await tx.insert(keywordChangeParts).values({
      changeId: row.id,
      valueId,
      kind,
      isAdded: kind !== 'tracked',
      keywordIds,
      trackedSince: kind === 'tracked' ? chosen.map((keyword) => keyword.createdAt) : null,
    })
    made.push({ changeId: row.id, by: each.by, action: each.action, keywords: chosen.length, createdAt })
  }
  return made
}
