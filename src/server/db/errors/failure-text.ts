import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'

/** What the operating system has against a file, in words. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you have no permission for it',
  EBUSY: 'another program uses it',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'a file of that name is in the way',
  EFBIG: 'it would exceed the maximum file size',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder',
  ELOOP: 'its links form a loop',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENFILE: 'too many files are open',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'part of its path is a file',
  EPERM: 'you have no permission for it',
  EROFS: 'the disk is read-only',
}

/** SQLSTATE of a server whose disk is full. */
const DISK_FULL = '53100'
const LOST = /Connection terminated|ECONNRESET|EPIPE|not queryable|server closed the connection/
/** Deepest cause of an error that is looked at. */
export const DEEPEST_CAUSE = 5

const reasonOf = (error: NodeJS.ErrnoException): string | undefined =>
  error.syscall === undefined ? undefined : REASONS[error.code ?? '']

function* causesOf(error: unknown): Generator<Error> {
  let cause = error
  for (let depth = 0; cause instanceof Error && depth < DEEPEST_CAUSE; depth += 1) {
    yield cause
    cause = cause.cause
  }
}

/** What a file could not be used for, for a sentence that names the file: `the disk is full (ENOSPC)`. */
export function fileReason(error: unknown): string | null {
  for (const cause of causesOf(error)) {
    const reason = reasonOf(cause)
    if (reason !== undefined) return `${reason} (${(cause as NodeJS.ErrnoException).code})`
  }
  return null
}

/** The words of an error; of a statement that failed, what the database has against it. */
export const messageOf = (error: Error): string =>
  error instanceof DrizzleQueryError && error.cause instanceof Error ? error.cause.message : error.message

/** One line for a person about a file or a disk that failed, the database's too; null about anything else. */
export function failureText(error: unknown): string | null {
  for (const cause of causesOf(error)) {
    const { path, code } = cause as NodeJS.ErrnoException
    const reason = reasonOf(cause)
    if (reason !== undefined) return `${path ?? 'A file'} cannot be used: ${reason} (${code}).`
    if (cause instanceof pg.DatabaseError && cause.code === DISK_FULL)
      return `The disk of the database is full: ${cause.message}.`
    if (!(cause instanceof DrizzleQueryError) && LOST.test(cause.message))
      return `The database ended the connection: ${cause.message}. See its log for the reason.`
  }
  return null
}
