import { type Country, marketScores } from '#shared/features/keywords/opportunities/rules.ts'
import type { Db } from '../../db/connect.ts'
import { listScored, saveScores } from './keyword-store.ts'

/** Scores the keywords of a country against each other again; only scores that differ are written. */
export async function rescore(db: Db, source: string, country: Country): Promise<void> {
  const rows = await listScored(db, source, country)
  const scores = marketScores(rows)
  await saveScores(
    db,
    rows.flatMap(({ id, score }, at) => {
      const next = scores[at] ?? 0
      return next === score ? [] : [{ id, score: next }]
    }),
  )
}
