// A set-up file of every project in vitest.config.ts: measures what a test file costs, in the process that runs it.
import { readFileSync } from 'node:fs'
import { afterAll } from 'vitest'

/** Linux counts the processor time of a process's children in hundredths of a second. */
const TICKS_PER_SECOND = 100

interface Reading {
  /** Seconds by the clock. */
  clock: number
  /** Processor seconds of this process and of the children it has waited for. */
  processor: number
  /** Seconds for which this process was ready to run and had no core. */
  queued: number
  /** Whether the system counts those; without them, nobody can tell idling from queueing. */
  hasQueue: boolean
}

/** The text of one of the kernel's files about this process; empty where the system has none. */
function readKernel(name: string): string {
  try {
    return readFileSync(`/proc/self/${name}`, 'utf8')
  } catch {
    return ''
  }
}

function read(): Reading {
  const { user, system } = process.cpuUsage()
  // The command's name, in brackets, may contain spaces. After it comes field 3, so fields 16 and 17 are at 13 and 14.
  const fields = readKernel('stat').split(') ').at(-1)?.split(' ') ?? []
  const ofChildren = (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / TICKS_PER_SECOND
  const queued = readKernel('schedstat').split(' ')[1]
  return {
    clock: performance.now() / 1000,
    processor: (user + system) / 1e6 + ofChildren,
    queued: Number(queued ?? 0) / 1e9,
    hasQueue: queued !== undefined,
  }
}

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds in which the file computed, and in which it waited for something other than a core. */
    cost?: { processor: number; idle: number }
  }
}

const began = read()

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures a hook needs.
afterAll(({}, suite) => {
  const ended = read()
  const processor = ended.processor - began.processor
  const waited = ended.clock - began.clock - processor - (ended.queued - began.queued)
  const idle = ended.hasQueue ? Math.max(0, waited) : 0
  suite.file.meta.cost = { processor, idle }
})
