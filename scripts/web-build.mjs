import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { findPinnedNode, root } from './installation.mjs'
import { Problem } from './problem.mjs'
import { withSetupLock } from './setup-lock.mjs'

const sources = ['index.html', 'vite.config.ts', 'package-lock.json', 'public', 'src/web', 'src/shared']
const output = path.join(root, 'dist', 'web')
const stampFile = path.join(output, '.stamp')

/** Whether the last build was made from these very sources. */
export const isWebBuilt = () =>
  fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === sourceHash()

/** Builds the web app, unless another start has done so meanwhile. An aborted `signal` stops it. */
export async function buildWebOnce(signal) {
  await withSetupLock(root, async () => {
    if (!isWebBuilt()) await buildWeb(signal)
  })
}

/**
 * Builds aside and then changes places, so that a server that runs meanwhile never serves half a build and
 * an interrupted one leaves the last good one.
 */
export async function buildWeb(signal) {
  const hash = sourceHash()
  const draft = `${output}-next`
  console.log('Building the web app …')
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn']
  // Ctrl-C reaches the server, whose end stops a build beside it: a build that ended first would look like a failure.
  const options = { cwd: root, stdio: 'inherit', signal, detached: signal !== undefined }
  const isBuilt = await new Promise((resolve) => {
    const child = spawn(findPinnedNode(), args, options)
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
  if (!isBuilt) throw new Problem('The web app could not be built; the reason is above.')
  fs.writeFileSync(path.join(draft, '.stamp'), hash)
  fs.rmSync(output, { recursive: true, force: true })
  fs.renameSync(draft, output)
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
