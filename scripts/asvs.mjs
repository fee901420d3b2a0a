// npm run asvs [-- --missing]: how docs/asvs.tsv says that OWASP ASVS 5.0 level 2 is met, and whether its evidence exists.
import { existsSync, readFileSync } from 'node:fs'
import {
  countStates,
  evidenceFaults,
  isPath,
  readRows,
  rowFaults,
  STATES,
  tagFaults,
} from './asvs-faults.mjs'
import { listTestFiles, listTitles } from './test-titles.mjs'

const words = process.argv.slice(2)
const rows = readRows(readFileSync(new URL('../docs/asvs.tsv', import.meta.url), 'utf8'))

/** Parsing a file takes long, so only those are parsed that have some of the words. */
function titlesWith(pieces) {
  const titles = []
  for (const file of listTestFiles()) {
    const source = readFileSync(file, 'utf8')
    if (!pieces.some((piece) => source.includes(piece))) continue
    for (const { title } of listTitles(source, file)) titles.push(title)
  }
  return titles
}

const pieces = rows.flatMap(({ evidence }) => evidence.filter((each) => !isPath(each)))
const titles = titlesWith([...pieces, '[ASVS '])
const faults = [
  ...rowFaults(rows),
  ...evidenceFaults(rows, {
    hasFile: existsSync,
    hasTitle: (piece) => titles.some((title) => title.includes(piece)),
  }),
  ...tagFaults(rows, titles),
]

const counted = (counts) => STATES.map((state) => `${String(counts[state]).padStart(3)} ${state}`).join('  ')
const total = Object.fromEntries(
  STATES.map((state) => [state, rows.filter((row) => row.state === state).length]),
)

if (!words.includes('--check')) {
  for (const { chapter, counts } of countStates(rows)) console.log(`${chapter.padEnd(4)} ${counted(counts)}`)
}
if (words.includes('--missing')) {
  for (const { id, state, subject, how } of rows) {
    if (state === 'partly' || state === 'missed') console.log(`${state.padEnd(6)}  ${id}  ${subject}: ${how}`)
  }
}
for (const fault of faults) console.error(`refused  ${fault}`)
console.log(
  `asvs: ${rows.length} rows, ${counted(total).trim().replaceAll(/ {2,}/g, ', ')}; ${faults.length} refused`,
)
process.exit(faults.length === 0 ? 0 : 1)
