import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { Problem } from './problem.mjs'

const knownPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium for the browser tests; installs Debian's package where that is possible. */
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
      'The browser tests need Chromium. Install it (Debian: sudo apt-get install chromium), or set CHROMIUM_PATH to a Chrome or Chromium.',
    )
  }
  return installChromium()
}

function findChromium() {
  return knownPlaces.find((place) => fs.existsSync(place))
}

function installChromium() {
  console.log('Installing Chromium for the browser tests …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update'],
    ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
  ]) {
    const { status, stderr } = spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8' })
    if (status === 0) continue
    console.error(stderr.split('\n').slice(-10).join('\n'))
    throw new Problem(
      `apt-get ${args[0]} failed (its last lines are above). Check the network, then try again.`,
    )
  }
  const chromium = findChromium()
  if (!chromium) throw new Problem('Chromium was installed but is not in /usr/bin. Set CHROMIUM_PATH to it.')
  return chromium
}
