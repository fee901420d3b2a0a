import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { LOADING } from './run-script.ts'

/** A process that loads, works on command, and ends when it is killed. */
export interface TestWorker {
  go(): void
  kill(): Promise<void>
}

/** Starts processes of a script of this folder, and kills those that still live when a test is over. */
export function createWorkers(script: string) {
  const living = new Set<ChildProcess>()
  const kill = async (child: ChildProcess) => {
    if (!living.delete(child)) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    start(...args: string[]): TestWorker {
      const child = spawn(process.execPath, [...LOADING, join(import.meta.dirname, script), ...args], {
        stdio: ['pipe', 'ignore', 'inherit'],
      })
      living.add(child)
      return { go: () => void child.stdin.write('go\n'), kill: () => kill(child) }
    },
    killAll: async () => void (await Promise.all([...living].map(kill))),
  }
}
