import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from './problem.mjs'
import { withSetupLock } from './setup-lock.mjs'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

const stampFile = path.join(root, 'node_modules', '.copydesk-installed')
/** What npm wrote down about the packages that it installed. */
const installedFile = path.join(root, 'node_modules', '.package-lock.json')
const flavours = { run: ['--omit=dev'], develop: ['--include=dev'] }

/**
 * Installs the locked packages unless they are there: `run` is what starting needs, `develop` adds what
 * tests and checks need. An install made by hand counts too. Who develops here keeps the tools: a start
 * after a change of the lock does not take them away.
 */
export async function ensureInstalled(needed) {
  // A container image is complete, and leaves out what it does not need: nothing may be installed in it.
  if (process.env.COPYDESK_INSTALLED === 'image') return
  const flavour = hasDevelopersTools() ? 'develop' : needed
  if (isInstalled(flavour)) return
  await withSetupLock(root, async () => {
    if (isInstalled(flavour)) return
    await install(flavour)
    if (!matchesLock(flavour))
      throw new Problem('The install is not complete. Run npm ci and look at its output.')
    writeStamp(flavour)
  })
}

/** The Node that this project pins, or the one running now when that is new enough. */
export function findPinnedNode() {
  const pinned = path.join(
    root,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (fs.existsSync(pinned)) return pinned
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  throw new Problem(
    "The project's own Node 24 is missing, because npm did not run install scripts. Run npm rebuild node --ignore-scripts=false, or use Node 24 or newer.",
  )
}

function isInstalled(flavour) {
  const stamp = readJson(stampFile)
  const isFresh = stamp?.lock === lockHash() && (stamp.flavour === flavour || stamp.flavour === 'develop')
  if (isFresh) return true
  const isThere = matchesLock(flavour)
  if (isThere) writeStamp(matchesLock('develop') ? 'develop' : 'run')
  return isThere
}

/** Whether packages lie there that only developing needs, of this lock or of an older one. */
function hasDevelopersTools() {
  const installed = readJson(installedFile)?.packages ?? {}
  return Object.values(installed).some((entry) => entry.dev)
}

/** Compares what npm wrote down about node_modules with the lock. Optional packages may be missing. */
function matchesLock(flavour) {
  const installed = readJson(installedFile)?.packages
  if (!installed) return false
  const locked = Object.entries(readJson(path.join(root, 'package-lock.json')).packages)
  return locked.every(([place, entry]) => {
    const isNeeded =
      place !== '' && !entry.optional && !entry.devOptional && !(entry.dev && flavour === 'run')
    return !isNeeded || installed[place]?.version === entry.version
  })
}

function writeStamp(flavour) {
  try {
    fs.writeFileSync(stampFile, JSON.stringify({ lock: lockHash(), flavour }))
  } catch {
    // A read-only install is fine: the next start compares again.
  }
}

function lockHash() {
  return createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

async function install(flavour) {
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm']
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--progress=false']
  const [command, ...args] = [...npm, 'ci', ...flavours[flavour], ...options]
  const stopClock = startClock('Installing packages (a minute or two, only once)')
  const { code, output } = await runQuietly(command, args)
  stopClock()
  if (code === 0) return
  console.error(output.split('\n').slice(-20).join('\n'))
  throw new Problem(
    'npm ci failed (its last lines are above). Check the network and the free disk space, then try again.',
  )
}

function runQuietly(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (data) => {
      output = (output + data).slice(-20_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ code: -1, output: error.message }))
    child.on('close', (code) => resolve({ code, output: output.trim() }))
  })
}

/** One line that counts the seconds on a terminal, and two plain lines elsewhere. */
function startClock(title) {
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  if (!process.stdout.isTTY) {
    console.log(`${title} …`)
    return () => console.log(`Installed in ${seconds()} s.`)
  }
  const timer = setInterval(() => process.stdout.write(`\r${title} … ${seconds()} s`), 1000)
  process.stdout.write(`${title} …`)
  return () => {
    clearInterval(timer)
    process.stdout.write(`\r${title} … ${seconds()} s\n`)
  }
}
