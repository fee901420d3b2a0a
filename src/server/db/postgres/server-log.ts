import fs from 'node:fs'
import path from 'node:path'

/** A log that has grown so large makes room for a new one, at the next start. */
const LARGE = 5 * 1024 * 1024

/** The server's log, and the offset at which the output of the current start begins. */
export interface ServerLog {
  file: string
  from: number
}

export const serverLog = (dataDir: string): string => path.join(dataDir, 'postgres.log')

/**
 * The log of a start that is about to begin. What earlier starts have written stays, for it may say why this one was
 * needed; a large log becomes `postgres.log.1`, in the place of the one before.
 */
export function beginLog(dataDir: string): ServerLog {
  const file = serverLog(dataDir)
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LARGE) fs.renameSync(file, `${file}.1`)
  fs.appendFileSync(file, '', { mode: 0o600 })
  return { file, from: size > LARGE ? 0 : size }
}

/** Why the server did not start, according to its log; empty if the log says nothing. */
export function reasonFromLog({ file, from }: ServerLog): string {
  const lines = fs.readFileSync(file).subarray(from).toString().split('\n').filter(Boolean)
  // Messages to clients while starting or stopping are not the reason for a failed start.
  const isAnswer = /is starting up|terminating connection/
  const failures = lines.filter((line) => /FATAL|PANIC|error/.test(line) && !isAnswer.test(line))
  const fatal = failures.at(-1) ?? lines.at(-1) ?? ''
  return fatal.replace(/^.*?(FATAL|PANIC):\s*/, '').trim()
}
