// npm run requirements [AREA …] [-- --missing]: which tests prove which requirement of docs/requirements.tsv.
import { readFileSync } from 'node:fs'
import { listTestFiles, listTitles } from './test-titles.mjs'

const words = process.argv.slice(2)
const showMissing = words.includes('--missing')
const showTests = words.includes('--tests')
const areas = new Set(words.filter((word) => !word.startsWith('--')))

const rows = readFileSync(new URL('../docs/requirements.tsv', import.meta.url), 'utf8')
  .split('\n')
  .slice(1)
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [id, area, , text] = line.split('\t')
    return { id, area, text }
  })
  .filter(({ area }) => areas.size === 0 || areas.has(area))

/** Where each requirement is named: `file:line`, in titles only. */
const proofs = new Map()
for (const file of listTestFiles()) {
  for (const { title, line } of listTitles(readFileSync(file, 'utf8'), file)) {
    for (const [id] of title.matchAll(/\b[A-Z]+-\d{3}\b/g)) {
      proofs.set(id, [...(proofs.get(id) ?? []), `${file}:${line}`])
    }
  }
}

const known = new Set(rows.map(({ id }) => id))
let open = 0
for (const area of new Set(rows.map((row) => row.area))) {
  const ofArea = rows.filter((row) => row.area === area)
  const missing = ofArea.filter(({ id }) => !proofs.has(id))
  open += missing.length
  console.log(`${area.padEnd(8)} ${ofArea.length - missing.length} of ${ofArea.length}`)
  if (showMissing) for (const { id, text } of missing) console.log(`  ${id}  ${text}`)
  if (showTests) for (const { id } of ofArea) console.log(`  ${id}  ${(proofs.get(id) ?? ['-']).join('  ')}`)
}
const unknown = areas.size > 0 ? [] : [...proofs.keys()].filter((id) => !known.has(id))
for (const id of unknown) console.log(`unknown requirement ${id} in ${proofs.get(id).join(', ')}`)
console.log(`${rows.length - open} of ${rows.length} requirements are named by a test`)
