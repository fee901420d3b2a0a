import type { RecordDeps } from './adapter.ts'
import { type KeptProgram, type ProgramStore, STALE_MS } from './program-cache.ts'
import { deleteExpired, deleteRecord, findRecord, keyOf, writeRecord } from './record-store.ts'

const MODEL = 'Program'

/** Keeps the documents of programs among the records of the authorization server, for all servers and their restarts. */
export const createProgramStore = ({ db, clock }: Pick<RecordDeps, 'db' | 'clock'>): ProgramStore => ({
  async find(address) {
    const found = await findRecord(db, keyOf(MODEL, address))
    return found ? (found.payload as unknown as KeptProgram) : null
  },
  async keep(address, program) {
    await deleteExpired(db, MODEL, clock())
    await writeRecord(db, {
      ...keyOf(MODEL, address),
      ...{ grantId: null, payload: { ...program }, expiresAt: new Date(program.readAt + STALE_MS) },
    })
  },
  forget: (address) => deleteRecord(db, keyOf(MODEL, address)),
})
