// npm run build: builds the web app, stale or not.
import { ensureInstalled, root } from './installation.mjs'
import { runScript } from './problem.mjs'
import { withSetupLock } from './setup-lock.mjs'
import { buildWeb } from './web-build.mjs'

await runScript(async () => {
  await ensureInstalled('run')
  await withSetupLock(root, () => buildWeb())
  return 0
})
