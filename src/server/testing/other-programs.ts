import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** On a busy machine a program may start slowly, so this is just below the time limit of a hook. */
const PATIENCE_MS = 240_000

/** Whether this machine has a program, where Debian puts servers, too. */
export const isCommand = (name: string) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].some((folder) => existsSync(join(folder, name)))

/** A port of this machine that nobody listens on. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}

/** A program that was to serve has ended. */
class EndedEarly extends Error {}

/**
 * Starts a program on a free port. If it ends at once, for example because the port was taken, tries another
 * port once.
 */
export async function onFreePort<Started>(start: (port: number) => Promise<Started>): Promise<Started> {
  const port = await freePort()
  try {
    return await start(port)
  } catch (error) {
    if (!(error instanceof EndedEarly)) throw error
    return start(await freePort())
  }
}

/** Waits until a program answers; fails if it has ended, even if another one answers in its place. */
export async function eventually(
  what: string,
  program: ChildProcess,
  isThere: () => Promise<boolean>,
): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS
  for (;;) {
    const hasAnswered = await isThere().catch(() => false)
    if (program.exitCode !== null || program.signalCode !== null)
      throw new EndedEarly(`${what} has ended by itself.`)
    if (hasAnswered) return
    if (Date.now() > giveUpAt) throw new Error(`${what} did not come up.`)
    await sleep(50)
  }
}

/** Ends a program, and waits until it has. */
export async function ended(child: ChildProcess, end: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  end()
  await exit
}
