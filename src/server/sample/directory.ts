import type { Db } from '#server/db/connect.ts'
import { directoryAccounts } from '#server/db/schema/directory.ts'
import { before, DAY, HOUR } from './moments.ts'
import { SAMPLE_PEOPLE, type SampleAccount } from './people.ts'

/** Systems besides Copydesk in which the sample's users have accounts; no adapter is connected to them. */
export const SYSTEMS = ['Chat', 'Code hosting', 'Mail and calendar'] as const

/** Accounts of people unknown to Copydesk, with the days since their last use. */
const OUTSIDERS = [
  { system: 'Chat', email: 'photo.studio@north-light.example', handle: 'northlight', days: 12 },
  { system: 'Code hosting', email: 'relaunch@boxwood.example', handle: 'boxwood-dev', days: 231 },
  { system: 'Mail and calendar', email: 'lab@copydesk.example', handle: 'lab', days: 118 },
] as const

/** Users who do not write code have not used their code-hosting account for this long. */
const CODE_UNUSED_DAYS = 143

function lastUseOf({ lastSeen, presence, roleId }: SampleAccount, system: string, now: Date): Date | null {
  if (presence === 0) return null
  const isCode = system === 'Code hosting' && roleId !== 'eng'
  return before(now, (isCode ? CODE_UNUSED_DAYS : lastSeen) * DAY + HOUR)
}

/** Every user has an account in every system. Of the users who left, one account was forgotten. */
export async function insertDirectory(tx: Db, now: Date): Promise<void> {
  const rows = SAMPLE_PEOPLE.flatMap((person) =>
    SYSTEMS.map((system, at) => ({
      system,
      email: person.username,
      handle: person.key.toLowerCase(),
      active: person.active || at === 0,
      lastUsedAt: lastUseOf(person, system, now),
    })),
  )
  const outsiders = OUTSIDERS.map(({ days, ...account }) => ({
    ...account,
    lastUsedAt: before(now, days * DAY),
  }))
  await tx.insert(directoryAccounts).values([...rows, ...outsiders])
}
