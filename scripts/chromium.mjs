import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { Problem } from './problem.mjs'

const knownPlaces = [
  // Headless: a quarter faster. Not the wrapper script in /usr/bin, which would be between Playwright and
  // Chromium.
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium for the browser tests, if there is one. */
export function findChromium() {
  return process.env.CHROMIUM_PATH ?? knownPlaces.find((place) => fs.existsSync(place))
}

/** Path of a Chromium for the browser tests; installs Debian's package if possible. */
export function ensureChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (fs.existsSync(named)) return named
    throw new Problem(`CHROMIUM_PATH names ${named}, which does not exist.`)
  }
  const found = findChromium()
  if (found) return found
  const canInstall = process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')
  if (!canInstall) {
    throw new Problem(
      'The browser tests need Chromium. Install it (Debian: sudo apt-get install chromium-headless-shell), or set CHROMIUM_PATH to a Chrome or Chromium.',
    )
  }
  return installChromium()
}

function installChromium() {
  console.log('Installing Chromium for the browser tests …')
  runApt('update')
  // Debian before 12 has the whole browser only.
  const [name] = ['chromium-headless-shell', 'chromium'].filter(
    (each) => spawnSync('apt-cache', ['show', each]).status === 0,
  )
  runApt('install', '-y', '--no-install-recommends', name ?? 'chromium', 'fonts-liberation')
  const chromium = findChromium()
  if (!chromium)
    throw new Problem('Chromium was installed, but in an unexpected place. Set CHROMIUM_PATH to its path.')
  return chromium
}

function runApt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr } = spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8' })
  if (status === 0) return
  console.error(stderr.split('\n').slice(-10).join('\n'))
  throw new Problem(
    `apt-get ${args[0]} failed (its last lines are above). Check the network, then try again.`,
  )
}
