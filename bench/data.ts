// npm run bench:data -- --scale 1: generates the data on which lists and reports are measured, and keeps it.
import { parseArgs } from 'node:util'
import { dataFolder, openDataset } from './dataset.ts'

const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' } } })
const scale = Number(values.scale)
if (!(scale > 0 && scale <= 10)) throw new Error('--scale is a number above 0, at most 10.')

const begun = performance.now()
const { database, counts } = await openDataset(scale)
console.log(counts)
console.log(`${dataFolder(scale)}: ready after ${((performance.now() - begun) / 1000).toFixed(0)} s.`)
await database.close()
