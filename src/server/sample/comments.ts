import type { Db } from '#server/db/connect.ts'
import { keywordComments } from '#server/db/schema/keywords.ts'
import { keptContent } from '#server/features/keyword-comments/comment-text.ts'
import { mentionToken } from '#shared/features/keyword-comments/rules.ts'
import { keywordIdentity } from '#shared/features/keywords/rules.ts'
import type { Laid } from './fill-parts.ts'
import { before, DAY, HOUR, lastAtWork, nextAtWork } from './moments.ts'
import { type PersonKey, personOf } from './people.ts'
import { found } from './rows.ts'

type Words = readonly [by: PersonKey, words: string]

interface Thread {
  keyword: string
  /** Days since the first of them was written; the others follow a few hours apart. */
  age: number
  comments: readonly Words[]
}

/** `@dana` becomes a mention of that person. */
const THREADS: readonly Thread[] = [
  {
    keyword: 'best air fryer toaster oven',
    age: 11,
    comments: [
      [
        'marcus',
        'We lost the top spot again on Tuesday. @dana, is the capacity table from the last test still right?',
      ],
      ['dana', 'It is. What is missing is the dual-zone model that everybody else names first.'],
      ['marcus', 'I will request an update with it. @lucia, please keep two slots for products.'],
      ['lucia', 'Done, two slots kept.'],
    ],
  },
  {
    keyword: 'best robot vacuum for pet hair',
    age: 6,
    comments: [
      ['lucia', 'Won four days in a row. The hair test seems to be what readers came for.'],
      ['ines', 'Nice. Let us not touch the intro before the sales are over.'],
    ],
  },
  {
    keyword: 'best orthopedic dog bed',
    age: 9,
    comments: [
      ['amara', '@wen, two of our picks are out of stock in the large size. Is that worth a return?'],
      ['wen', 'Not yet. If the third one goes too, send it back to the desk.'],
    ],
  },
  {
    keyword: 'best noise cancelling headphones for travel',
    age: 20,
    comments: [
      ['dana', 'The rival’s story is from the spring and names a model that is no longer made.'],
      ['marcus', 'Then a fresh date alone should help. @amara, yours?'],
      ['amara', 'Yes, this week.'],
    ],
  },
  {
    keyword: 'best espresso machine under 500',
    age: 4,
    comments: [
      [
        'marcus',
        'Price limit: the second pick has been above 500 since Monday. @dana please look before approving.',
      ],
      ['dana', 'Seen. I return it if the price holds until tomorrow.'],
    ],
  },
  {
    keyword: 'best cooling weighted blanket',
    age: 15,
    comments: [
      ['lucia', 'Out of season until May. Tracking stays on, so that we see when the others begin.'],
    ],
  },
  {
    keyword: 'best 4 person backpacking tent',
    age: 26,
    comments: [
      ['amara', 'Trail sites win this one with weights to the gram. Can we have ours on the scales?'],
      ['wen', 'Weighed all six, the numbers are in the notes of the article.'],
    ],
  },
  {
    keyword: 'best standing desk for small spaces',
    age: 8,
    comments: [
      ['ines', 'New since October. @marcus, does this belong to one site or to two?'],
      ['marcus', 'One is enough until we win it at least once.'],
    ],
  },
  {
    keyword: 'best humidifier for a bedroom',
    age: 3,
    comments: [
      ['amara', 'Searches doubled since the heating came on. @lucia, could this go before the lamp?'],
    ],
  },
  {
    keyword: 'best chef knife for beginners',
    age: 17,
    comments: [
      ['wen', 'Every rival gives an award for the grip; we only talk about steel.'],
      ['lucia', 'Good point, added to the next request.'],
    ],
  },
  {
    keyword: 'best convertible crib for small nurseries',
    age: 30,
    comments: [['dana', 'Safety wording was checked against the standard. Please leave it as it stands.']],
  },
  {
    keyword: 'best waterproof bluetooth speaker',
    age: 2,
    comments: [['marcus', 'Gift guide candidate. @amara, have a look at what the winner puts first.']],
  },
]

export interface SampleComment {
  identity: string
  by: PersonKey
  /** With a token for each mention, as it is stored. */
  comment: string
  createdAt: Date
}

const MENTION = /@([a-z]+)\b/g

/** What the desk has said about its keywords, the oldest first. */
export function sampleComments(now: Date, userIdOf: (person: PersonKey) => number): SampleComment[] {
  const mention = (_: string, key: string) => {
    const { firstName, lastName } = personOf(key as PersonKey)
    return mentionToken(userIdOf(key as PersonKey), `${firstName} ${lastName}`)
  }
  const said = THREADS.flatMap(({ keyword, age, comments }) => {
    const begun = lastAtWork(before(now, age * DAY))
    return comments.map(([by, words], index) => ({
      identity: keywordIdentity(keyword),
      by,
      comment: words.replace(MENTION, mention),
      createdAt: nextAtWork(new Date(begun.getTime() + index * 5 * HOUR)),
    }))
  })
  return said.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
}

/** What was said about keywords. Whom it mentions has read it long ago, so nobody is told. */
export async function insertComments(
  tx: Db,
  { now, userIds, keywordIds }: Omit<Laid, 'pictures' | 'siteIds'>,
) {
  const said = sampleComments(now, (person) => found(userIds, person))
  await tx.insert(keywordComments).values(
    said.map(({ identity, by, comment, createdAt }) => ({
      keywordId: found(keywordIds, identity),
      userId: found(userIds, by),
      comment,
      content: keptContent(comment),
      createdAt,
    })),
  )
}
