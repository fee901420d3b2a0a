import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDesk } from './desk.ts'
import { keepOneDay } from './product-day.ts'

/** Filling takes a while, and much longer on a busy machine. */
const FILLED_WITHIN_MS = 300_000

/** Fills one sample workspace for the whole run; every test file starts from a copy of it. */
async function prepareSample() {
  keepOneDay()
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-e2e-'))
  process.env.E2E_SAMPLE = folder
  const desk = await startDesk({ dataDir: folder, readyWithinMs: FILLED_WITHIN_MS })
  await desk.stop()
  return () => rm(folder, { recursive: true, force: true })
}

export default prepareSample
