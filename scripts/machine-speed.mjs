// How fast this machine is, and what commands took of it, so that limits of processor time mean the same everywhere.
import { readFileSync } from 'node:fs'

/** What the work below costs on the machine on which the limits were set. */
const REFERENCE_MS = 12

/** Work of the kind that tests do: objects, strings, a sort. */
function work() {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ key: `${(index * 7919) % 20_011}`, index }))
  rows.sort((one, other) => (one.key < other.key ? -1 : 1))
  return JSON.stringify(rows).length
}

/**
 * How many times slower this machine is than the reference, at least 1: a faster machine gets no tighter limits. A core
 * that is shared counts as a slower machine while it is.
 * @param {number} rounds the best of which counts, in processor time
 */
export function slowness(rounds = 7) {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.max(1, Math.min(...times) / REFERENCE_MS)
}

/** Processor seconds of the commands that have ended; 0 where the system has no such count. */
export function childrenSeconds() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return 0
  }
}
