import type { Db } from '#server/db/connect.ts'
import { directoryAccounts } from '#server/db/schema/directory.ts'
import { SAMPLE_PEOPLE } from './people.ts'

/** Systems that the sample's people have accounts of, beside Copydesk; no adapter speaks to them. */
const SYSTEMS = ['Chat', 'Code hosting', 'Mail and calendar']

/** Everybody has an account everywhere; of those who have left, one was forgotten. */
export async function insertDirectory(tx: Db): Promise<void> {
  const rows = SAMPLE_PEOPLE.flatMap(({ username, key, active }) =>
    SYSTEMS.map((system, at) => ({
      system,
      email: username,
      handle: key.toLowerCase(),
      active: active || at === 0,
    })),
  )
  await tx.insert(directoryAccounts).values(rows)
}
