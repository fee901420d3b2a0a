/** Milliseconds that this process has calculated during some work; what else the machine is busy with does not count. */
export function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
