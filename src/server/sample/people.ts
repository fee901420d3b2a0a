import type { Db } from '#server/db/connect.ts'
import { users } from '#server/db/schema/users.ts'
import type { RoleId } from '#shared/access/roles.ts'
import { before, DAY } from './moments.ts'
import { found } from './rows.ts'

export type PersonKey =
  | 'ines'
  | 'tomas'
  | 'sofia'
  | 'marcus'
  | 'lucia'
  | 'amara'
  | 'dana'
  | 'wen'
  | 'ruth'
  | 'jonas'
  | 'mei'
  | 'callum'
  | 'priya'
  | 'elias'
  | 'noor'

export interface SampleAccount {
  key: PersonKey
  firstName: string
  lastName: string
  username: string
  roleId: RoleId
  /** Days since the account was made. */
  joined: number
  /** Days since the person was last at work; a locked colleague has left. */
  lastSeen: number
  /** How likely the person is at the desk on a working day. */
  presence: number
  active: boolean
  /** False until the person has created a password. */
  confirmed: boolean
}

const DOMAIN = 'copydesk.example'

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

type Rest = Partial<Pick<SampleAccount, 'lastSeen' | 'active' | 'confirmed'>>

function person(
  key: PersonKey,
  name: readonly [string, string],
  roleId: RoleId,
  work: readonly [joined: number, presence: number],
  rest: Rest = {},
): SampleAccount {
  const [firstName, lastName] = name
  const [joined, presence] = work
  const username = `${plain(firstName)}.${plain(lastName)}@${DOMAIN}`
  const usual = { lastSeen: 0, active: true, confirmed: true }
  return { key, firstName, lastName, username, roleId, joined, presence, ...usual, ...rest }
}

/** Three people per role; the first of each role is the one offered on the sign-in card. */
export const SAMPLE_PEOPLE: readonly SampleAccount[] = [
  person('ines', ['Ines', 'Aldana'], 'adm', [1190, 0.92]),
  person('tomas', ['Tomás', 'Wieland'], 'adm', [940, 0.74]),
  person('sofia', ['Sofia', 'Brandvold'], 'adm', [610, 0.55]),
  person('marcus', ['Marcus', 'Thiele'], 'opm', [875, 0.95]),
  person('lucia', ['Lucía', 'Ferrante'], 'opm', [520, 0.9]),
  person('amara', ['Amara', 'Nwosu'], 'opm', [148, 0.88]),
  person('dana', ['Dana', 'Okafor'], 'qa', [1020, 0.96]),
  person('wen', ['Wen', 'Castellane'], 'qa', [433, 0.84]),
  person('ruth', ['Ruth', 'Hallowell'], 'qa', [790, 0.8], { lastSeen: 47, active: false }),
  person('jonas', ['Jonas', 'Lindqvist'], 'eng', [1175, 0.72]),
  person('mei', ['Mei', 'Tanabe'], 'eng', [365, 0.66]),
  person('callum', ['Callum', 'Ashgrove'], 'eng', [204, 0.6]),
  person('priya', ['Priya', 'Raman'], 'wrt', [702, 0.7]),
  person('elias', ['Elias', 'Norgate'], 'wrt', [288, 0.58]),
  person('noor', ['Noor', 'Haddad'], 'wrt', [2, 0], { confirmed: false }),
]

export function personOf(key: PersonKey): SampleAccount {
  const found = SAMPLE_PEOPLE.find((one) => one.key === key)
  if (found === undefined) throw new RangeError(`Nobody in the sample is called ${key}`)
  return found
}

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
