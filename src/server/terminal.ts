import { hostname } from 'node:os'

/** What a server says of itself, outside of the log of what it is asked. */
export interface Terminal {
  say(text: string): void
  warn(text: string): void
  /** One line, and an exit code that says failure; 1 where none is given. */
  giveUp(text: string, code?: number): never
}

const LEVELS = { say: 30, warn: 40, giveUp: 60 } as const

/** One line for log collectors; in a terminal, it has several. */
const inOneLine = (text: string) => text.trim().replace(/\s*\n\s*/g, ' ')

/**
 * Words for people; in production records like those of the log, which is collected and read by machines there.
 */
export function openTerminal({ isProduction }: { isProduction: boolean }): Terminal {
  const record = (level: number, text: string) =>
    JSON.stringify({ level, time: Date.now(), pid: process.pid, hostname: hostname(), msg: inOneLine(text) })
  const shown = (kind: keyof typeof LEVELS, text: string) =>
    isProduction ? record(LEVELS[kind], text) : text
  return {
    say: (text) => void process.stdout.write(`${shown('say', text)}\n`),
    warn: (text) => void process.stderr.write(`${shown('warn', text)}\n`),
    giveUp(text, code = 1) {
      process.stderr.write(`${shown('giveUp', text)}\n`)
      process.exit(code)
    },
  }
}
