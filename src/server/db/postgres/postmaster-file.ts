import fs from 'node:fs'
import path from 'node:path'

/** What a running server writes about itself into `postmaster.pid`. */
export type PostmasterFile = { pid: number; port: number; socketDir: string; text: string }

/** Reads `postmaster.pid`; undefined when there is none, or when it is still being written. */
export function readPostmasterFile(clusterDir: string): PostmasterFile | undefined {
  let text: string
  try {
    text = fs.readFileSync(path.join(clusterDir, 'postmaster.pid'), 'utf8')
  } catch {
    return undefined
  }
  const [pid, , , port, socketDir] = text.split('\n')
  if (!pid || !port || !socketDir) return undefined
  // A server whose socket is beside its data calls that folder by its own name for it.
  return { pid: Number(pid), port: Number(port), socketDir: path.resolve(clusterDir, socketDir), text }
}

/** True while the process that the file names lives and may be a PostgreSQL server. */
export function isServerAlive({ pid }: PostmasterFile): boolean {
  return isAlive(pid) && programOf(pid) !== 'other'
}

/**
 * PostgreSQL refuses to start while the pid in `postmaster.pid` is in use: by some other program after a
 * power cut, or by the ended server itself until its parent reaps it. The file must stay, because PostgreSQL
 * also learns from it whether old back ends still use the shared memory. So only the pid is replaced, by an
 * unused one. Call this only when the server is not running.
 */
export function disownPid(clusterDir: string, { text }: PostmasterFile): void {
  fs.writeFileSync(path.join(clusterDir, 'postmaster.pid'), text.replace(/^\d+/, String(unusedPid)))
}

const unusedPid = 2_147_483_646

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A container's first process may leave ended children unburied for long.
    return stateOf(pid)?.state !== 'Z'
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function programOf(pid: number): 'postgres' | 'other' | 'unknown' {
  const state = stateOf(pid)
  if (!state) return 'unknown'
  return state.program === 'postgres' ? 'postgres' : 'other'
}

/** What Linux knows about a process; undefined elsewhere. The line reads `pid (program) state …`. */
function stateOf(pid: number): { program?: string; state?: string } | undefined {
  try {
    const [, program, state] = /\((.*)\) (\w)/.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { program, state }
  } catch {
    return undefined
  }
}
