import { afterAll, beforeAll, expect, it } from 'vitest'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import type { Database } from '../../db/connect.ts'
import { createTestDatabase } from '../../db/testing.ts'
import { listScored, saveMarketKeywords, saveScores } from './keyword-store.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const ROWS = Array.from({ length: 300 }, (_, at) => ({
  source: 'Market',
  country: 'us' as const,
  identity: keywordIdentity(`kettle ${at}`),
  category: 'Kitchen',
  name: `kettle ${at}`,
  volume: 1000 + at,
  readAt: new Date('2026-11-20T12:00:00Z'),
}))

it('servers that learn the same searches at once, in any order, all keep them, and their scores', async () => {
  const { db } = database
  await saveMarketKeywords(db, ROWS)
  const scored = (await listScored(db, 'Market', 'us')).map(({ id }, at) => ({ id, score: at % 100 }))
  const turns = Array.from({ length: 12 }, (_, turn) => turn)
  await Promise.all(
    turns.flatMap((turn) => [
      saveMarketKeywords(db, turn % 2 === 0 ? ROWS : ROWS.toReversed()),
      saveScores(db, turn % 2 === 0 ? scored.toReversed() : scored),
    ]),
  )
  await saveMarketKeywords(db, ROWS)
  const kept = await listScored(db, 'Market', 'us')
  expect(new Map(kept.map(({ id, score }) => [id, score]))).toEqual(
    new Map(scored.map(({ id, score }) => [id, score])),
  )
})
