import { z } from 'zod'
import type { Db } from '#server/db/connect.ts'
import { keywordComments } from '#server/db/schema/keywords.ts'
import { plainText, storedContent } from '#server/features/keywords/keyword-comments/comment-text.ts'
import { mentionedIds, mentionToken } from '#shared/features/keywords/keyword-comments/rules.ts'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import { amount, words } from './cells.ts'
import type { Laid } from './fill-parts.ts'
import { before, DAY, HOUR, lastAtWork, nextAtWork } from './moments.ts'
import type { Told } from './notices.ts'
import { type PersonKey, PersonNamed, sampleNameOf } from './people.ts'
import { found } from './rows.ts'
import { readTable } from './words.ts'

/** `@dana` becomes a mention of that person. */
const MENTION = /@([a-z]+)\b/g

const Said = z.strictObject({
  keyword: words,
  /** Days since the first of the keyword's was written; the others follow a few hours apart. */
  age: amount,
  by: PersonNamed,
  words: words.refine(
    (told) => [...told.matchAll(MENTION)].every(([, key]) => PersonNamed.safeParse(key).success),
    'mentions a user who is not in people.csv',
  ),
})

/** Comments by keyword, in order. */
const THREADS = Map.groupBy(await readTable('comments.csv', Said), ({ keyword }) => keyword)

export interface SampleComment {
  identity: string
  by: PersonKey
  /** With a token for each mention, as it is stored. */
  comment: string
  createdAt: Date
}

/** What the desk has said about its keywords, the oldest first. */
export function sampleComments(now: Date, userIdOf: (person: PersonKey) => number): SampleComment[] {
  const mention = (_: string, key: string) => mentionToken(userIdOf(key), sampleNameOf(key))
  const said = [...THREADS].flatMap(([keyword, comments]) =>
    comments.map(({ age, by, words }, index) => ({
      identity: keywordIdentity(keyword),
      by,
      comment: words.replace(MENTION, mention),
      createdAt: nextAtWork(new Date(lastAtWork(before(now, age * DAY)).getTime() + index * 5 * HOUR)),
    })),
  )
  return said.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
}

/** Inserts comments; returns the notices of mentioned users. */
export async function insertComments(
  tx: Db,
  { now, userIds, keywordIds }: Omit<Laid, 'pictures' | 'siteIds'>,
): Promise<Told[]> {
  const said = sampleComments(now, (person) => found(userIds, person))
  const keyOf = new Map([...userIds].map(([key, id]) => [id, key]))
  const rows = await tx
    .insert(keywordComments)
    .values(
      said.map(({ identity, by, comment, createdAt }) => ({
        keywordId: found(keywordIds, identity),
        userId: found(userIds, by),
        comment,
        content: storedContent(comment),
        createdAt,
      })),
    )
    .returning({ id: keywordComments.id })
  return said.flatMap(({ identity, by, comment, createdAt }, index) =>
    mentionedIds(comment).map((id) => ({
      to: found(keyOf, id),
      kind: 'mentioned' as const,
      by,
      words: plainText(comment, (mentioned) => sampleNameOf(found(keyOf, mentioned))),
      createdAt,
      keywordId: found(keywordIds, identity),
      commentId: rows[index]?.id ?? 0,
    })),
  )
}
