// Temporary folder for tests. A test's database has a thousand files, and creating them takes thirty times as
// long on a disk as in memory (bench/results.md). None of them must outlive the run.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const GIBIBYTE = 2 ** 30
/** Where Linux has files in memory. */
const MEMORY = '/dev/shm'
/** Room for the databases of a run, and memory that is left for the servers, the tests and the browsers. */
const NEEDED = { room: 3 * GIBIBYTE, memory: 6 * GIBIBYTE }
const PREFIX = 'copydesk-scratch-'
/** Tells child processes that the run has a folder. */
const OF_THIS_RUN = 'TESTS_TMPDIR'

/**
 * Makes this process and its children use a temporary folder in memory, which is deleted with this process.
 * Does nothing if the machine has too little room.
 * @param {string} parent
 * @param {typeof NEEDED} needed bytes
 * @returns {string
 * undefined} the folder
 */
export function takeScratch(parent = MEMORY, needed = NEEDED) {
  if (process.env[OF_THIS_RUN] !== undefined || !isFit(parent, needed)) return undefined
  removeStale(parent)
  const folder = path.join(parent, `${PREFIX}${process.pid}`)
  fs.mkdirSync(folder, { recursive: true })
  // If the tests run as root, database servers run as another account; each folder sets its own permissions.
  fs.chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.env[OF_THIS_RUN] = folder
  process.once('exit', () => removeLate(folder))
  return folder
}

/**
 * Whether programs can be stored and executed there, with enough room and memory.
 * @param {string} parent
 * @param {typeof NEEDED} needed
 */
function isFit(parent, needed) {
  try {
    const { bavail, bsize } = fs.statfsSync(parent)
    if (bavail * bsize < needed.room || os.freemem() < needed.memory) return false
    const probe = path.join(parent, `${PREFIX}probe-${process.pid}`)
    fs.writeFileSync(probe, '#!/bin/sh\n', { mode: 0o700 })
    const { status } = spawnSync(probe)
    fs.rmSync(probe)
    return status === 0
  } catch {
    return false
  }
}

/**
 * A server that is stopping may still write while its folder is removed. The next run removes the rest.
 * @param {string} folder
 */
function removeLate(folder) {
  try {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY')) throw error
  }
}

/**
 * Removes what runs that were killed have left: memory does not forget by itself.
 * @param {string} parent
 */
function removeStale(parent) {
  for (const name of fs.readdirSync(parent)) {
    const pid = Number(name.slice(PREFIX.length))
    if (!name.startsWith(PREFIX) || !Number.isInteger(pid) || isAlive(pid)) continue
    fs.rmSync(path.join(parent, name), { recursive: true, force: true })
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
