import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How much memory of its own the database process of one statement may have, beside what all of them share. */
export const MEMORY_BYTES = 256 * 1024 * 1024

/** The command of util-linux that sets a limit for a running process. */
const COMMAND = 'prlimit'

let isThere: Promise<boolean> | undefined

/** Whether this machine can limit the memory of its database processes. */
export function canLimitMemory(): Promise<boolean> {
  isThere ??=
    process.platform === 'linux'
      ? run(COMMAND, ['--version']).then(
          () => true,
          () => false,
        )
      : Promise.resolve(false)
  return isThere
}

/**
 * Limits the memory of a local process; beyond the limit, PostgreSQL ends the statement with "out of memory".
 * Root runs the database as another user, and in a container even root may be unable to limit other users'
 * processes.
 */
export async function limitMemory(pid: number): Promise<void> {
  const { uid, gid } = await stat(`/proc/${pid}`)
  const account = process.getuid?.() === uid ? {} : { uid, gid }
  await run(COMMAND, ['--pid', String(pid), `--data=${MEMORY_BYTES}`], { ...account, cwd: '/' })
}
