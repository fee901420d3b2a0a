import { expect, it } from 'vitest'
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
  expect(readToldPost({ cells: { ...POST, [name]: '#N/A' } })).toBe(`${name}: Contains a spreadsheet error`)
  expect(readToldPost({ cells: POST })).toMatchObject({ title: 'Best Kettles' })
})

it.each(['site', 'post_id', 'address', 'tracking_id'])(
  'earnings whose %s is a spreadsheet error are refused, even if other cells would find their post',
  (name) => {
    const told = { ...POST, day: '2026-11-20', earnings: '4.20' }
    const read = (cells: object) => readEarning({ cells: { ...cells } }, '2026-11-21')
    expect(read({ ...told, [name]: 'Loading...' })).toBe(`${name}: Contains a spreadsheet error`)
    expect(read(told)).toMatchObject({ cents: 420 })
  },
)

it('identifiers are read without the invisible characters that come with copying', () => {
  const hidden = Object.fromEntries(
    Object.entries(POST).map(([name, value]) => [name, `\u200e${value}\ufeff`]),
  )
  const cells = { ...hidden, products: '\u200eB070FCL6YM, B0BVW5\u200b2K7G' }
  expect(readToldPost({ cells })).toMatchObject({
    site: 'hs',
    postId: '12',
    address: '/kettles',
    trackingId: 'kettle-20',
    products: [{ asin: 'B070FCL6YM' }, { asin: 'B0BVW52K7G' }],
  })
  const told = { site: '\u200ehs', asin: '\u200eB070FCL6YM', day: '2026-11-20', earnings: '4.20' }
  expect(readEarning({ cells: told }, '2026-11-21')).toMatchObject({
    site: 'hs',
    asin: 'B070FCL6YM',
  })
})
