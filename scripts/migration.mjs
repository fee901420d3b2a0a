// npm run migration NAME: writes the SQL that takes the database from the newest snapshot to the schema in code. Only the
// newest snapshot is kept: nothing reads an older one, and each has as many lines as the whole schema.
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findPinnedNode, root } from './installation.mjs'
import { Problem, runScript } from './problem.mjs'

await runScript(() => {
  const [name, ...rest] = process.argv.slice(2)
  if (!name || rest.length > 0)
    throw new Problem('Name the migration in one word: npm run migration -- add-colour')
  const tool = path.join(root, 'node_modules/drizzle-kit/bin.cjs')
  const { status } = spawnSync(findPinnedNode(), [tool, 'generate', '--name', name], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) return status ?? 1
  const folder = path.join(root, 'src/server/db/migrations/meta')
  const snapshots = readdirSync(folder).filter((file) => file.endsWith('_snapshot.json'))
  for (const older of snapshots.sort().slice(0, -1)) rmSync(path.join(folder, older))
  return 0
})
