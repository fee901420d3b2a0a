import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { findPinnedNode, root } from './installation.mjs'
import { Problem } from './problem.mjs'
import { withSetupLock } from './setup-lock.mjs'

const sources = ['index.html', 'vite.config.ts', 'package-lock.json', 'public', 'src/web', 'src/shared']
const output = path.join(root, 'dist', 'web')
const stampFile = path.join(output, '.stamp')

/** Builds the web app unless the last build was made from these very sources. */
export async function ensureWebBuilt() {
  if (isFresh()) return
  await withSetupLock(root, () => {
    if (!isFresh()) buildWeb()
  })
}

/**
 * Builds aside and then changes places, so that a server that runs meanwhile never serves half a build and
 * an interrupted one leaves the last good one.
 */
export function buildWeb() {
  const hash = sourceHash()
  const draft = `${output}-next`
  console.log('Building the web app …')
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn']
  const { status } = spawnSync(findPinnedNode(), args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Problem('The web app could not be built; the reason is above.')
  fs.writeFileSync(path.join(draft, '.stamp'), hash)
  fs.rmSync(output, { recursive: true, force: true })
  fs.renameSync(draft, output)
}

function isFresh() {
  return fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === sourceHash()
}

function sourceHash() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => listFiles(path.join(root, source)))) {
    hash.update(path.relative(root, file)).update('\0').update(fs.readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function listFiles(place) {
  const stats = fs.statSync(place, { throwIfNoEntry: false })
  if (!stats) return []
  if (!stats.isDirectory()) return /\.test\.tsx?$/.test(place) ? [] : [place]
  return fs
    .readdirSync(place)
    .sort()
    .flatMap((name) => listFiles(path.join(place, name)))
}
