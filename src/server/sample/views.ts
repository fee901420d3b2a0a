import { z } from 'zod'
import type { Db } from '#server/db/connect.ts'
import { savedViews, starts, tags } from '#server/db/schema/keywords.ts'
import { reportChoices } from '#server/db/schema/share-of-voice.ts'
import { grantsOf } from '#shared/access/roles.ts'
import { listed, words } from './cells.ts'
import { type PersonKey, PersonNamed, SAMPLE_PEOPLE } from './people.ts'
import { found } from './rows.ts'
import { readTable } from './words.ts'

const View = z.strictObject({
  screen: z.enum(['keywords', 'reports']),
  name: words,
  by: PersonNamed,
  /** The address without its tags. */
  search: words,
  /** By their words; the address has their numbers. */
  tags: listed,
  /** Who finds it after signing in. */
  'opens for': listed.pipe(z.array(PersonNamed)),
})

/** What the desk comes back to. */
const VIEWS = await readTable('views.csv', View)

/** The team's views; a report calls its parameter for tags otherwise than the list does. */
export function sampleViews(tagIdOf: (tag: string) => number) {
  return VIEWS.map(({ screen, name, by, search, tags, 'opens for': opensFor }) => {
    const parameter = screen === 'keywords' ? 'tags[]' : 'tag[]'
    const chosen = tags.map((tag) => `${parameter}=${tagIdOf(tag)}`)
    return { screen, name, by, search: [search, ...chosen].join('&'), opensFor }
  })
}

export async function insertViews(tx: Db, userIds: ReadonlyMap<PersonKey, number>): Promise<void> {
  const idOf = new Map((await tx.select().from(tags)).map(({ tag, id }) => [tag, id]))
  const views = sampleViews((tag) => found(idOf, tag))
  const rows = await tx
    .insert(savedViews)
    .values(
      views.map(({ by, opensFor: _opensFor, ...view }) => ({
        ...view,
        userId: found(userIds, by),
        isTeam: true,
      })),
    )
    .returning({ id: savedViews.id })
  const chosen = views.flatMap(({ opensFor }, index) =>
    opensFor.map((person) => ({
      userId: found(userIds, person),
      screen: 'keywords' as const,
      viewId: rows[index]?.id ?? null,
    })),
  )
  const reviewers = SAMPLE_PEOPLE.filter(({ roleId, key }) => roleId === 'qa' && userIds.has(key))
  const queues = reviewers.map(({ key }) => ({
    userId: found(userIds, key),
    screen: 'pendingArticles' as const,
    viewId: null,
  }))
  await tx.insert(starts).values([...chosen, ...queues])
  // Reports lead to ours against the others; a bare address shows everybody the same.
  const analysts = SAMPLE_PEOPLE.filter(
    ({ roleId, key }) => grantsOf(roleId).includes('ViewKeywords') && userIds.has(key),
  )
  await tx
    .insert(reportChoices)
    .values(analysts.map(({ key }) => ({ userId: found(userIds, key), surfacesView: 'ours' as const })))
}
