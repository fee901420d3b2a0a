import type { Db } from '#server/db/connect.ts'
import { savedViews, tags } from '#server/db/schema/keywords.ts'
import type { PersonKey } from './people.ts'
import { found } from './rows.ts'

interface SampleView {
  screen: 'keywords' | 'reports'
  name: string
  by: PersonKey
  /** The address with tags by their words, which are written as their numbers. */
  search: readonly (readonly [parameter: string, value: string])[]
  /** Of the address's tags. */
  tags: readonly string[]
}

/** What the desk comes back to. */
const VIEWS: readonly SampleView[] = [
  {
    screen: 'keywords',
    name: 'Kitchen: where we lose',
    by: 'marcus',
    tags: ['kitchen'],
    search: [
      ['tracked', 'true'],
      ['sort', 'winning_percentage'],
      ['sortOrder', 'asc'],
    ],
  },
  {
    screen: 'keywords',
    name: 'Waiting for QA',
    by: 'dana',
    tags: [],
    search: [
      ['articleStatus[]', 'requested'],
      ['columns[]', 'sites'],
      ['columns[]', 'articleStatus'],
      ['columns[]', 'comments'],
      ['columns[]', 'created_at'],
      ['sortOrder', 'asc'],
    ],
  },
  {
    screen: 'reports',
    name: 'Pets, thirty days',
    by: 'lucia',
    tags: ['pets'],
    search: [
      ['range', '30'],
      ['sortOrder', 'asc'],
    ],
  },
]

/** The team's views; a report calls its parameter for tags otherwise than the list does. */
export function sampleViews(tagIdOf: (tag: string) => number) {
  return VIEWS.map(({ screen, name, by, search, tags }) => {
    const parameter = screen === 'keywords' ? 'tags[]' : 'tag[]'
    const chosen = tags.map((tag) => [parameter, String(tagIdOf(tag))] as const)
    const text = [...search, ...chosen].map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    return { screen, name, by, search: text.join('&') }
  })
}

export async function insertViews(tx: Db, userIds: ReadonlyMap<PersonKey, number>): Promise<void> {
  const idOf = new Map((await tx.select().from(tags)).map(({ tag, id }) => [tag, id]))
  const views = sampleViews((tag) => found(idOf, tag))
  await tx
    .insert(savedViews)
    .values(views.map(({ by, ...view }) => ({ ...view, userId: found(userIds, by), isTeam: true })))
}
