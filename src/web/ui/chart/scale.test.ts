import { expect, it } from 'vitest'
import { extentOf, lonely, pathOf, spread, ticksOf } from './scale.ts'

const SPACE = { apart: 15, top: 0, bottom: 100 }

it('labels keep their distance, stay in order and within the chart, and move no further than needed', () => {
  expect(spread([10, 50, 90], SPACE)).toEqual([10, 50, 90])
  expect(spread([50, 50, 50], SPACE)).toEqual([35, 50, 65])
  expect(spread([51, 40, 50], SPACE)).toEqual([62, 32, 47])
  expect(spread([98, 99, 40], SPACE)).toEqual([85, 100, 40])
  expect(spread([100, 100, 100, 100, 0], SPACE)).toEqual([55, 70, 85, 100, 0])
  expect(spread([], SPACE)).toEqual([])
})

it('an axis has round numbers around the values, and at least two of them', () => {
  expect(ticksOf({ low: 0, high: 146 }, 4)).toEqual([0, 50, 100, 150])
  expect(ticksOf({ low: 1830, high: 1927 }, 2)).toEqual([1800, 1850, 1900, 1950])
  expect(ticksOf({ low: 3, high: 3 }, 4)).toEqual([3, 4])
  expect(ticksOf({ low: 0, high: 2 }, 4)).toEqual([0, 1, 2])
})

it('a line has a gap where there are no data, and a single day between gaps is a dot', () => {
  const at = (index: number) => index * 10
  expect(pathOf([1, 2, null, 4, null, 5, 6], at, (value) => value)).toBe(
    'M0.0 1.0L10.0 2.0M30.0 4.0M50.0 5.0L60.0 6.0',
  )
  expect(lonely([1, 2, null, 4, null, 5, 6])).toEqual([3])
  expect(extentOf([[null, 4], [2]])).toEqual({ low: 2, high: 4 })
  expect(extentOf([[null]])).toBeNull()
})
