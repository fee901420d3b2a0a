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
  return { pid: Number(pid), port: Number(port), socketDir, text }
}

/** True while the process that the file names lives and may be a PostgreSQL server. */
export function isServerAlive({ pid }: PostmasterFile): boolean {
  return isAlive(pid) && programOf(pid) !== 'other'
}

/**
 * After a power cut the number in `postmaster.pid` may belong to some other program, which would keep
 * PostgreSQL from starting for ever. The file itself must stay (PostgreSQL also reads from it whether
 * old back ends still hold the shared memory), so only the number is replaced by one that nobody has.
 */
export function disownReusedPid(clusterDir: string): void {
  const file = readPostmasterFile(clusterDir)
  if (!file || !isAlive(file.pid) || programOf(file.pid) !== 'other') return
  const text = file.text.replace(/^\d+/, String(unusedPid))
  fs.writeFileSync(path.join(clusterDir, 'postmaster.pid'), text)
}

const unusedPid = 2_147_483_646

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function programOf(pid: number): 'postgres' | 'other' | 'unknown' {
  try {
    return fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' ? 'postgres' : 'other'
  } catch {
    return 'unknown'
  }
}
