import { keywordIdentity } from '#shared/features/keywords/rules.ts'
import type { Db } from '../../db/connect.ts'
import { findOwnSide, listGoods } from './facts-store.ts'
import { createInventedHits } from './invented-hits.ts'
import { onePerPublisher, type ShareOfVoiceSource } from './port.ts'

/** A marketplace whose publishers are invented, but for our sites; it works without a network. */
export function createBuiltInShareOfVoice({
  db,
  timeZone,
}: {
  db: Db
  timeZone: string
}): ShareOfVoiceSource {
  // The goods do not change while a server runs.
  let invented: Promise<ReturnType<typeof createInventedHits>> | undefined
  const hitsOf = () => {
    invented ??= listGoods(db)
      .then(createInventedHits)
      .catch((error) => {
        invented = undefined
        throw error
      })
    return invented
  }
  return {
    atOnce: 4,
    async editorialFor(keyword, day) {
      const [hits, ours] = await Promise.all([hitsOf(), findOwnSide(db, keywordIdentity(keyword), timeZone)])
      return onePerPublisher(hits(keyword, day, ours))
    },
    check: async () => ({ adapter: 'built-in', ok: true, detail: 'invented publishers' }),
  }
}
