// npm run migration NAME [-- --custom]: writes the SQL that takes the database from the newest snapshot to the schema in
// code, or an empty file for SQL of your own. Only the newest snapshot is kept: nothing reads an older one, and each has
// as many lines as the whole schema.
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findPinnedNode, root } from './installation.mjs'
import { Problem, runScript } from './problem.mjs'

const FOLDER = path.join(root, 'src/server/db/migrations/meta')

const snapshots = () => readdirSync(FOLDER).filter((file) => file.endsWith('_snapshot.json'))

await runScript(() => {
  const [name, option, ...rest] = process.argv.slice(2)
  if (!name || name.startsWith('-') || (option && option !== '--custom') || rest.length > 0)
    throw new Problem('Name the migration in one word: npm run migration add-colour [-- --custom]')
  const before = snapshots()
  if (before.length !== 1)
    throw new Problem(
      `Two branches added migrations: ${before.sort().join(', ')}. Remove yours (its SQL, its snapshot and its entry in _journal.json), keep theirs, and run this again.`,
    )
  const tool = path.join(root, 'node_modules/drizzle-kit/bin.cjs')
  const custom = option ? [option] : []
  const { status } = spawnSync(findPinnedNode(), [tool, 'generate', '--name', name, ...custom], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) return status ?? 1
  // Without a change of the schema there is no new one, and the old one must stay.
  if (snapshots().length === 2) for (const older of before) rmSync(path.join(FOLDER, older))
  return 0
})
