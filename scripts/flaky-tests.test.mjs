import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countFlaky, judgeFlaky, readCounts, writeCounts } from './flaky-tests.mjs'

const runs = (...flakyTests) =>
  flakyTests.reduce((counts, flaky) => countFlaky(counts, { ran: ['one', 'two'], flaky }), {})

describe('a test that needed its second try', () => {
  it('fails the run when it did so in three runs in a row', () => {
    const [second, third] = [runs(['one'], ['one']), runs(['one'], ['one'], ['one'])]
    expect(judgeFlaky(second, ['one']).isTooMuch).toBe(false)
    expect(judgeFlaky(third, ['one'])).toEqual({
      lines: ['flaky, 3 of 3 runs in a row: one'],
      isTooMuch: true,
    })
  })

  it('begins anew after a run in which it passed at once', () => {
    expect(runs(['one'], ['one'], [], ['one'])).toEqual({ one: 1 })
  })

  it('is not excused by another one, nor by a run that left it out', () => {
    expect(runs(['one'], ['two'], ['one'])).toEqual({ one: 1 })
    expect(countFlaky({ one: 2 }, { ran: ['two'], flaky: [] })).toEqual({ one: 2 })
  })
})

describe('the register', () => {
  let folder
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'flaky-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is kept from one run to the next, and is empty at first', () => {
    const file = path.join(folder, 'cache', 'flaky.json')
    expect(readCounts(file)).toEqual({})
    writeCounts(file, { one: 2 })
    expect(readCounts(file)).toEqual({ one: 2 })
  })
})
