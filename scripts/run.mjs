// Runs a command of this folder that is written in TypeScript (backup, restore, site, admin, import, warehouse) on the pinned Node.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, findPinnedNode } from './installation.mjs'
import { runScript } from './problem.mjs'

await runScript(async () => {
  const [command, ...args] = process.argv.slice(2)
  await ensureInstalled('run')
  const loading = new URL('../src/server/loading.ts', import.meta.url).href
  const file = fileURLToPath(new URL(`${command}.ts`, import.meta.url))
  const words = ['--import', loading, file, ...args]
  return spawnSync(findPinnedNode(), words, { stdio: 'inherit' }).status ?? 1
})
