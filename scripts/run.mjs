// Runs a command of this folder that is written in TypeScript (backup, restore, site, admin, import, warehouse) on the pinned Node.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, findPinnedNode } from './installation.mjs'
import { runScript } from './problem.mjs'

await runScript(async () => {
  const [command, ...args] = process.argv.slice(2)
  await ensureInstalled('run')
  const file = fileURLToPath(new URL(`${command}.ts`, import.meta.url))
  return spawnSync(findPinnedNode(), [file, ...args], { stdio: 'inherit' }).status ?? 1
})
