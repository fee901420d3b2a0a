import { expect, it } from 'vitest'
import { createEarningsColumn } from './column-reader.ts'
import { readEarning } from './earnings-reader.ts'
import { readToldPost } from './told-reader.ts'

const POST = {
  site: 'hs',
  post_id: '12',
  title: 'Best Kettles',
  address: '/kettles',
  focus_keyword: '#1 kettle',
  picture: '/kettle.png',
  tracking_id: 'kettle-20',
}

it.each(Object.keys(POST))('a post whose %s is a spreadsheet error is refused', (name) => {
  expect(readToldPost({ line: 2, cells: { ...POST, [name]: '#N/A' } })).toBe(
    `${name}: Contains a spreadsheet error`,
  )
  expect(readToldPost({ line: 2, cells: POST })).toMatchObject({ title: 'Best Kettles' })
})

it.each(['site', 'post_id', 'address', 'tracking_id'])(
  'earnings whose %s is a spreadsheet error are refused, whatever else would find their post',
  (name) => {
    const told = { ...POST, day: '2026-11-20', earnings: '4.20' }
    const read = (cells: object) =>
      readEarning({ line: 2, cells: { ...cells } }, '2026-11-21', createEarningsColumn())
    expect(read({ ...told, [name]: 'Loading...' })).toBe(`${name}: Contains a spreadsheet error`)
    expect(read(told)).toMatchObject({ cents: 420 })
  },
)
