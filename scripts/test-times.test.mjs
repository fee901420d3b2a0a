import { expect, it } from 'vitest'
import { judgeTimes } from './test-times.mjs'

const row = (file, processor, idle = 0, slower = 1) => ({
  file,
  seconds: 30,
  tests: 3,
  ids: 1,
  cost: { processor, idle, slower },
})

it('refuses a web file well over 8 s and a server file well over 10 s of processor time, or one that waits well over 15 s', () => {
  const faults = judgeTimes([
    row('src/web/ui/slow-screen.test.tsx', 16.1),
    row('src/web/ui/quick-screen.test.tsx', 15.9),
    row('src/server/http/busy.test.ts', 20.1),
    row('src/server/http/calm.test.ts', 19.9, 29.9),
    row('scripts/waits.test.mjs', 1, 30.1),
  ])
  expect(faults.map((fault) => fault.split(',')[0])).toEqual([
    'src/web/ui/slow-screen.test.tsx: 16.1 s of processor time',
    'src/server/http/busy.test.ts: 20.1 s of processor time',
    'scripts/waits.test.mjs: 30.1 s idle',
  ])
})

it('allows a slower machine more time, and a file of the second tier as much as it takes', () => {
  expect(judgeTimes([row('src/server/http/busy.test.ts', 19, 29, 2)])).toEqual([])
  expect(judgeTimes([row('src/server/http/kills.slow.test.ts', 60, 200)])).toEqual([])
})
