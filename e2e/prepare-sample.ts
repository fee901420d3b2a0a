import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDesk } from './desk.ts'

/** Fills one sample workspace for the whole run; every worker starts from a copy of it. */
async function prepareSample() {
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-e2e-'))
  process.env.E2E_SAMPLE = folder
  const desk = await startDesk({ dataDir: folder })
  await desk.stop()
  return () => rm(folder, { recursive: true, force: true })
}

export default prepareSample
