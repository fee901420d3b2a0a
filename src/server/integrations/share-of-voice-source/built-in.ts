import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import type { Db } from '../../db/connect.ts'
import { listGoods } from '../product-catalog/goods-store.ts'
import { createInventedHits } from './invented-hits.ts'
import { type OwnSide, onePerPublisher, type ShareOfVoiceSource } from './port.ts'

export interface BuiltInSourceDeps {
  /** Where our own goods are. */
  db: Db
  /** What ours have to do with the keyword of this identity. */
  findOwnSide: (identity: string) => Promise<OwnSide>
}

/** A marketplace whose publishers are invented, but for our sites; it works without a network. */
export function createBuiltInShareOfVoice({ db, findOwnSide }: BuiltInSourceDeps): ShareOfVoiceSource {
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
      const [hits, ours] = await Promise.all([hitsOf(), findOwnSide(keywordIdentity(keyword))])
      return onePerPublisher(hits(keyword, day, ours))
    },
    check: async () => ({ adapter: 'built-in', ok: true, detail: 'invented publishers' }),
  }
}
