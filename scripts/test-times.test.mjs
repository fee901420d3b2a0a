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

/** The same run on a machine that is this many times slower. */
const run = (slower) => [
  ...rows(500, 'src/web/ui/usual', slower, 0),
  row('src/web/ui/slow-screen.test.tsx', 10.5 * slower),
  row('src/web/ui/large-screen.test.tsx', 9.5 * slower),
  ...rows(500, 'src/server/http/usual', slower, slower),
  row('src/server/http/busy.test.ts', 30 * slower, slower),
  row('src/server/http/kills.slow.test.ts', 60 * slower, 200 * slower),
  row('scripts/waits.test.mjs', 23 * slower, 33 * slower),
]

it.each([1, 3])(
  'a file that costs far more than the others of its kind is refused, on a machine %i times slower too',
  (slower) => {
    expect(judgeTimes(run(slower)).map((fault) => fault.split(',')[0])).toEqual([
      `src/web/ui/slow-screen.test.tsx: ${(10.5 * slower).toFixed(1)} s of processor time`,
      `src/server/http/busy.test.ts: ${(30 * slower).toFixed(1)} s of processor time`,
      `scripts/waits.test.mjs: ${(33 * slower).toFixed(1)} s idle`,
    ])
  },
)

it('a run of a few files refuses none', () => {
  expect(
    judgeTimes([...rows(10, 'src/server/http/usual', 1, 1), row('src/server/http/busy.test.ts', 100)]),
  ).toEqual([])
})
