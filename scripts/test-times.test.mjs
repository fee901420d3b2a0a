import { expect, it } from 'vitest'
import { judgeTimes } from './test-times.mjs'

const row = (file, processor, idle = 0) => ({
  file,
  seconds: 30,
  tests: 3,
  ids: 1,
  cost: { processor, idle },
})
const rows = (count, name, processor, idle) =>
  Array.from({ length: count }, (_, index) => row(`${name}${index}.test.ts`, processor, idle))
const refused = (files) => judgeTimes(files).map((fault) => fault.split(',')[0])

it.each([2, 6])(
  'a file that costs far more than the others of its kind is refused, when files take %i s on average',
  (usual) => {
    const files = [
      ...rows(30, 'src/web/ui/usual', usual),
      row('src/web/ui/slow-screen.test.tsx', 13 * usual),
      row('src/web/ui/large-screen.test.tsx', 7 * usual),
      ...rows(30, 'src/server/http/usual', usual, usual),
      row('src/server/http/busy.test.ts', 29 * usual, usual),
      row('src/server/http/kills.slow.test.ts', 60 * usual, 200 * usual),
      row('scripts/waits.test.mjs', usual, 34 * usual),
    ]
    expect(refused(files)).toEqual([
      `src/web/ui/slow-screen.test.tsx: ${(13 * usual).toFixed(1)} s of processor time`,
      `src/server/http/busy.test.ts: ${(29 * usual).toFixed(1)} s of processor time`,
      `scripts/waits.test.mjs: ${(34 * usual).toFixed(1)} s idle`,
    ])
  },
)

it('a file within its seconds is not refused, however quick the others are', () => {
  const files = [
    ...rows(30, 'src/web/ui/quick', 0.1),
    row('src/web/ui/screen.test.tsx', 15.9),
    ...rows(30, 'src/server/http/quick', 0.1),
    row('src/server/http/busy.test.ts', 19.9, 29.9),
  ]
  expect(refused(files)).toEqual([])
})

it('a run of a few files refuses none', () => {
  expect(
    refused([...rows(10, 'src/server/http/usual', 1, 1), row('src/server/http/busy.test.ts', 100)]),
  ).toEqual([])
})
