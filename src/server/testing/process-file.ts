import { readFileSync } from 'node:fs'

/** One of Linux's files about a process, such as `status`; null without such files, or once the process has ended. */
export function readOfProcess(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch (error) {
    // The process may end while its file is being read.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
