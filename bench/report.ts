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

const RESULTS = join(import.meta.dirname, 'results')

/** Writes a result to `bench/results/<name>.md` and prints it. */
export function report(name: string, { title, goal, head, rows, notes = [] }: Report): void {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const machine = `${cpus().length} cores, ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`
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
