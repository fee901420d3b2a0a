import { z } from 'zod'
import type { Db } from '#server/db/connect.ts'
import { users } from '#server/db/schema/users.ts'
import { fullNameOf } from '#server/db/sql/full-name.ts'
import { ROLE_IDS } from '#shared/access/roles.ts'
import { amount, answer, maybe, namedIn, words } from './cells.ts'
import { before, DAY } from './moments.ts'
import { found } from './rows.ts'
import { readTable } from './words.ts'

const DOMAIN = 'copydesk.example'

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

const Person = z
  .strictObject({
    person: words,
    'first name': words,
    'last name': words,
    role: z.enum(ROLE_IDS),
    /** Days since the account was made. */
    joined: amount,
    /** How likely the person is at the desk on a working day. */
    presence: amount,
    /** Days since the person was last at work; a locked colleague has left. */
    'last seen': amount,
    active: answer,
    /** No until the person has created a password. */
    confirmed: answer,
    /** Author description below their articles. */
    about: maybe,
  })
  .transform(
    ({ person, 'first name': firstName, 'last name': lastName, role, 'last seen': lastSeen, ...rest }) => ({
      ...rest,
      key: person,
      firstName,
      lastName,
      username: `${plain(firstName)}.${plain(lastName)}@${DOMAIN}`,
      roleId: role,
      lastSeen,
    }),
  )

export type SampleAccount = z.infer<typeof Person>
/** What the sample calls a person. */
export type PersonKey = SampleAccount['key']

/** Three people per role; the first of each role is the one offered on the sign-in card. */
export const SAMPLE_PEOPLE: readonly SampleAccount[] = await readTable('people.csv', Person)

export const PersonNamed = namedIn(
  'people.csv',
  SAMPLE_PEOPLE.map(({ key }) => key),
)

export function personOf(key: PersonKey): SampleAccount {
  const found = SAMPLE_PEOPLE.find((one) => one.key === key)
  if (found === undefined) throw new RangeError(`Nobody in the sample is called ${key}`)
  return found
}

/** As colleagues and readers see it. */
export const sampleNameOf = (key: PersonKey): string => fullNameOf(personOf(key))

export async function insertPeople(
  tx: Db,
  given: {
    now: Date
    passwordHash: string
    /** How often and when somebody signed in last. */
    signInsOf: (person: SampleAccount) => { signInCount: number; lastSignInAt: Date | null }
  },
): Promise<Map<PersonKey, number>> {
  const rows = SAMPLE_PEOPLE.map((person) => {
    const { firstName, lastName, username, roleId, active } = person
    const createdAt = before(given.now, person.joined * DAY)
    const passwordHash = person.confirmed ? given.passwordHash : null
    const updatedAt = active ? createdAt : before(given.now, (person.lastSeen - 1) * DAY)
    const signIns = given.signInsOf(person)
    return { firstName, lastName, username, roleId, active, passwordHash, createdAt, updatedAt, ...signIns }
  })
  const ids = await tx.insert(users).values(rows).returning({ id: users.id, username: users.username })
  const idOf = new Map(ids.map(({ id, username }) => [username, id]))
  return new Map(SAMPLE_PEOPLE.map(({ key, username }) => [key, found(idOf, username)]))
}
