import { slowness } from '../../../scripts/machine-speed.mjs'

/**
 * Milliseconds that this thread has calculated during some work, as the reference machine would need; what else the
 * process and the machine are busy with does not count.
 */
export function cpuTime(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000 / slowness(2)
}

/**
 * CPU time in milliseconds of this process during asynchronous work, including all other work in that time.
 */
export async function cpuTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * Milliseconds that this thread has calculated at most without letting anybody else have a turn; what else the machine
 * is busy with does not count.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
  }
  const turns = setInterval(look, 2)
  await work()
  look()
  clearInterval(turns)
  return longest
}
