import { CLOSE_NEXT, type OffboardingParts, SECOND_LOOK } from '../parts.ts'
import * as store from '../store.ts'

/** Goes on with runs whose job has failed for good or got lost, and with second looks that are due and nobody takes. */
export async function resumeLost({ db, clock, enqueue, isUnderWay }: OffboardingParts): Promise<void> {
  for (const { id: runId } of await store.listOpen(db)) {
    if (!(await isUnderWay(CLOSE_NEXT, { runId }))) await enqueue(db, CLOSE_NEXT, { runId })
  }
  for (const { id: runId, endedAt } of await store.listUnlooked(db, clock())) {
    if (endedAt === null) continue
    const look = { runId, endedAt: endedAt.toISOString() }
    if (!(await isUnderWay(SECOND_LOOK, look))) await enqueue(db, SECOND_LOOK, look)
  }
}
