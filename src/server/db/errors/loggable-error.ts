import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { DEEPEST_CAUSE } from './failure-text.ts'

/** An error that is safe to log: the failure and its place, without values. */
// An alias and not an interface: the logger asks for an open record.
export type LoggableError = {
  type: string
  message: string
  /** SQLSTATE, or the system's code. */
  code?: string
  /** The SQL text with its placeholders, never with their values. */
  sql?: string
  stack: string
  cause?: LoggableError
}

/** Matches only at the start of a word, so that a long word is scanned once. */
const EMAIL = /(?<![^\s<>@"'(),;:=])[^\s<>@"'(),;:=]+@[^\s<>@"'(),;:=]+/g
const withoutPeople = (text: string) => text.replace(EMAIL, '…')

/** Class 22 is about a value and quotes it; the message of a failed query lists all of its parameters. */
function messageOf(error: Error): string {
  if (error instanceof DrizzleQueryError) return 'The query failed.'
  if (error instanceof pg.DatabaseError && error.code?.startsWith('22')) return 'A value is not usable.'
  return withoutPeople(error.message)
}

/** The frames alone: the lines above them repeat the message. */
function framesOf({ message, stack = '' }: Error): string {
  const start = stack.indexOf(message)
  const frames = start < 0 ? stack : stack.slice(start + message.length)
  return frames
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}

/** What the log keeps of an error: picked fields only, for database errors carry rows and parameters in the others. */
export function loggableError(error: unknown, depth = 0): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { code } = error as { code?: unknown }
  return {
    type: error.constructor.name,
    message: messageOf(error),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error instanceof DrizzleQueryError ? { sql: error.query } : {}),
    stack: framesOf(error),
    ...(error.cause instanceof Error && depth < DEEPEST_CAUSE
      ? { cause: loggableError(error.cause, depth + 1) }
      : {}),
  }
}
