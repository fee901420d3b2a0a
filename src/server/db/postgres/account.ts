import { readFileSync, statSync } from 'node:fs'
import { DatabaseStartError } from './start-error.ts'

/** The operating-system account that PostgreSQL runs under. */
export type ServerAccount = { uid: number; gid: number }

/**
 * PostgreSQL refuses to run as root, so root switches to the owner of an existing cluster, else to
 * `postgres`, else to `nobody`. Any other user runs the server as themselves (undefined).
 */
export function chooseServerAccount(clusterDir: string): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = ownerOf(clusterDir)
  if (owner && owner.uid !== 0) return owner
  const account = findAccount('postgres') ?? findAccount('_postgres') ?? findAccount('nobody')
  if (!account) {
    throw new DatabaseStartError(
      'PostgreSQL does not run as root and this machine has no account "postgres" or "nobody". Start as an ordinary user.',
    )
  }
  return account
}

/** Who owns a file or folder; undefined when there is none. */
export function ownerOf(path: string): ServerAccount | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && { uid: stats.uid, gid: stats.gid }
}

function findAccount(name: string): ServerAccount | undefined {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [login, , uid, gid] = line.split(':')
    // macOS shows the uid of nobody as -2, but the system call expects an unsigned number.
    if (login === name) return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
  }
  return undefined
}
