import type { KeyedCall, Once, RunOnce } from '../../../calls/once.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import * as store from './store.ts'

export interface IdempotencyDeps {
  db: Db
  clock: () => Date
}

function refuseOther(known: store.AnsweredCall, { digest }: KeyedCall): void {
  if (known.digest === digest) return
  throw new AppError(
    'unprocessable',
    'This request was already sent with different content and carried out. Check the result before you send it again.',
  )
}

/**
 * The result of a call is stored under its key in the transaction that creates it, so a repeated call, even
 * concurrent or after a crash, finds it. Later calls get the first answer.
 */
export function createIdempotencyService({ db, clock }: IdempotencyDeps): { runOnce: RunOnce } {
  const onceFor =
    (call: KeyedCall, note: () => void): Once =>
    async <Made>(tx: Db, make: () => Promise<Made>) => {
      note()
      if (await store.insertCall(tx, call, clock())) {
        const made = await make()
        await store.storeResult(tx, call, made)
        return made
      }
      const known = await store.findCall(tx, call)
      if (!known) throw new AppError('unavailable', 'Send this again.', { retryAfter: 1 })
      refuseOther(known, call)
      // Written by the same endpoint, which makes one kind of thing.
      return known.made as Made
    }

  return {
    async runOnce(call, carryOut) {
      const known = await store.findCall(db, call)
      if (known) refuseOther(known, call)
      if (known?.answer != null) return known.answer
      let isUsed = false
      const answer = await carryOut(
        onceFor(call, () => {
          isUsed = true
        }),
      )
      if (!isUsed) throw new Error(`The handler of ${call.endpoint} ignored the idempotency key.`)
      if (await store.storeAnswer(db, call, answer)) return answer
      return (await store.findCall(db, call))?.answer ?? answer
    },
  }
}
