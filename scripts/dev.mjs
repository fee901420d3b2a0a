// npm run dev: one process that serves the API and, through Vite, the web app; it restarts on changes.
import { ensureInstalled } from './installation.mjs'
import { runScript } from './problem.mjs'
import { runServer } from './server-process.mjs'

await runScript(async () => {
  await ensureInstalled('develop')
  const nodeArgs = ['--watch', '--watch-preserve-output']
  return runServer({ nodeArgs, args: process.argv.slice(2), env: { COPYDESK_DEV: '1' } })
})
