import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

interface Report {
  title: string
  goal: string
  head: string[]
  rows: string[][]
  notes?: string[]
}

const UNIT_ROUNDS = 40

/**
 * Processor time in ms of a fixed piece of work, best of some rounds: a machine that is busy or slow needs more, so
 * results of different days compare by their ratio to it.
 */
function machineUnit(): number {
  const text = JSON.stringify(
    Array.from({ length: 2000 }, (_, id) => ({ id, name: `keyword ${id}`, tags: [id % 7] })),
  )
  const times = Array.from({ length: UNIT_ROUNDS }, () => {
    const before = process.cpuUsage()
    createHash('sha256')
      .update(JSON.stringify(JSON.parse(text)))
      .digest()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

/** Short forms write elsewhere: their numbers are no measurements. */
const RESULTS = process.env.BENCH_RESULTS ?? join(import.meta.dirname, 'results')

/** Writes a result to `bench/results/<name>.md` and prints it. */
export function report(name: string, { title, goal, head, rows, notes = [] }: Report): void {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const machine = `${cpus().length} cores, ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, unit ${machineUnit().toFixed(2)} ms`
  const text = [
    `# ${title}`,
    '',
    `${new Date().toISOString().slice(0, 10)}, ${machine}. Goal: ${goal}.`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(line),
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
  ].join('\n')
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(join(RESULTS, `${name}.md`), text)
  console.log(text)
}
