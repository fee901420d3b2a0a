import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from './problem.mjs'

/** Runs `prepare` while no other start of this folder installs or builds. */
export async function withSetupLock(root, prepare) {
  const lock = path.join(root, 'dist', '.setup-lock')
  await acquire(lock)
  try {
    return await prepare()
  } finally {
    fs.rmSync(lock, { force: true })
  }
}

async function acquire(lock) {
  let isWaiting = false
  while (!create(lock)) {
    const holder = read(lock)
    if (holder !== undefined && !isAlive(Number(holder))) {
      breakStale(lock, holder)
      continue
    }
    if (!isWaiting) console.log('Another start prepares this folder; waiting for it …')
    isWaiting = true
    await sleep(200)
  }
}

function create(lock) {
  try {
    fs.mkdirSync(path.dirname(lock), { recursive: true })
    // The content must be there as soon as the name is: write aside, then link.
    const draft = `${lock}.${process.pid}`
    fs.writeFileSync(draft, String(process.pid))
    try {
      fs.linkSync(draft, lock)
    } finally {
      fs.rmSync(draft, { force: true })
    }
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new Problem(
      `This folder is not writable (${error.code}): ${lock}. Make it writable for this user, then start again.`,
    )
  }
}

function read(lock) {
  try {
    return fs.readFileSync(lock, 'utf8')
  } catch {
    return undefined
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Removes the lock of a dead process; a lock that another process has taken since is put back. */
function breakStale(lock, holder) {
  const aside = `${lock}.stale-${process.pid}`
  try {
    fs.renameSync(lock, aside)
    if (read(aside) !== holder) fs.linkSync(aside, lock)
  } catch {
    // Another waiter was faster.
  }
  fs.rmSync(aside, { force: true })
}
