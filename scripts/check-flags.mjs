// Refuses feature flags that nothing reads, and readings of others. See docs/operating/administer.md, "Feature flags".
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { declaredFlags, declaredPlaces, flagFaults, placeFaults } from './flag-faults.mjs'

const DECLARATION = 'src/shared/features/ground/feature-flags/rules.ts'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('src/server/testing/'))

const declaration = readFileSync(DECLARATION, 'utf8')
const declared = declaredFlags(declaration)
const sources = files.map((file) => [file, readFileSync(file, 'utf8')])
const faults = [...flagFaults(sources, declared), ...placeFaults(sources, declaredPlaces(declaration))]
for (const fault of faults) console.error(`refused  ${fault}`)
console.log(`flags: ${declared.length} declared, ${faults.length} refused`)
process.exit(faults.length === 0 ? 0 : 1)
