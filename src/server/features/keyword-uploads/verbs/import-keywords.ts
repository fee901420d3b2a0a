import type { Pool } from 'pg'
import type { UploadRefusal, UploadSummary } from '#shared/features/keyword-uploads/contract.ts'
import { bulkTransaction } from '../../../db/bulk-transaction.ts'
import * as store from '../store.ts'
import { planKeywords } from './plan-keywords.ts'

const MOST_REFUSALS = 100
/** As much of a refused keyword as an answer shows. */
const SHOWN = 80

export interface ImportOptions {
  /** Say what would happen, and write nothing. */
  isPreview?: boolean
  /** More lines than this are refused. */
  mostRows?: number
  /** Hears of every refused line, whole; the summary names the first hundred. */
  onRefused?: (refusal: UploadRefusal) => void
}

/** Adds the keywords of a CSV file in one transaction: all of them or, where the file is none, nothing. */
export async function importKeywords(
  { pool, clock }: { pool: Pool; clock: () => Date },
  content: AsyncIterable<Uint8Array>,
  { isPreview = false, mostRows, onRefused = () => {} }: ImportOptions = {},
): Promise<UploadSummary> {
  const refusals: UploadRefusal[] = []
  let refused = 0
  const batches = planKeywords(content, {
    ...(mostRows === undefined ? {} : { mostRows }),
    onRefused(refusal) {
      refused += 1
      if (refusals.length < MOST_REFUSALS)
        refusals.push({ ...refusal, text: refusal.text.slice(0, SHOWN).toWellFormed() })
      onRefused(refusal)
    },
  })
  return bulkTransaction(pool, async (client) => {
    const staged = await store.stageKeywords(client, batches)
    const added = isPreview ? await store.countNew(client) : await store.insertStaged(client, clock())
    return { added, repeated: staged - added, refused, refusals }
  })
}
