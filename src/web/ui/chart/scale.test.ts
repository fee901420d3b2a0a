import { expect, it } from 'vitest'
import {
  areaOf,
  avoidOverlaps,
  axisOf,
  extentOf,
  isolatedIndices,
  pathOf,
  stepsOf,
  ticksOf,
} from './scale.ts'

const SPACE = { apart: 15, top: 0, bottom: 100 }

it('labels keep their distance, stay in order and within the chart, and move no further than needed', () => {
  expect(avoidOverlaps([10, 50, 90], SPACE)).toEqual([10, 50, 90])
  expect(avoidOverlaps([50, 50, 50], SPACE)).toEqual([35, 50, 65])
  expect(avoidOverlaps([51, 40, 50], SPACE)).toEqual([62, 32, 47])
  expect(avoidOverlaps([98, 99, 40], SPACE)).toEqual([85, 100, 40])
  expect(avoidOverlaps([100, 100, 100, 100, 0], SPACE)).toEqual([55, 70, 85, 100, 0])
  expect(avoidOverlaps([], SPACE)).toEqual([])
})

it('an axis has round numbers around the values, and at least two of them', () => {
  expect(ticksOf({ low: 0, high: 146 }, 4)).toEqual([0, 50, 100, 150])
  expect(ticksOf({ low: 1830, high: 1927 }, 2)).toEqual([1800, 1850, 1900, 1950])
  expect(ticksOf({ low: 3, high: 3 }, 4)).toEqual([3, 4])
  expect(ticksOf({ low: 0, high: 2 }, 4)).toEqual([0, 1, 2])
  expect(ticksOf({ low: -30, high: 20 }, 3)).toEqual([-40, -20, 0, 20])
})

it('amounts are marked in fractions, things that are counted only in whole numbers', () => {
  expect(ticksOf({ low: 0, high: 0.3 }, 3, 0)).toEqual([0, 0.1, 0.2, 0.3])
  expect(ticksOf({ low: 0, high: 0.3 }, 3)).toEqual([0, 1])
  expect(ticksOf({ low: 0.25, high: 0.25 }, 4, 0)).toEqual([0.2, 0.3])
})

it('no two labels of an axis are the same', () => {
  const format = (value: number) => `${(value / 1000).toFixed(0)}k`
  const { ticks } = axisOf([[0, 2000]], { top: 0, bottom: 200, format })
  expect(ticks.map(({ label }) => label)).toEqual(['0k', '1k', '2k'])
})

it('an axis of ranks starts with 1 at the top', () => {
  const { ticks, y } = axisOf([[3, 14]], { top: 0, bottom: 100, format: String, isRank: true })
  expect(ticks.map(({ label }) => label)).toEqual(['1', '5', '10', '15'])
  expect([y(1), y(15)]).toEqual([0, 100])
})

it('bars and areas start at zero, or at the end of the axis nearest to it', () => {
  const options = { top: 0, bottom: 100, format: String }
  expect(axisOf([[-10, 10]], options).base).toBe(50)
  expect(axisOf([[50, 60]], options).base).toBe(100)
  expect(axisOf([[-50, -60]], options).base).toBe(0)
  expect(axisOf([[50, 60]], { ...options, isFromZero: false }).base).toBe(100)
})

const at = (index: number) => index * 10
const same = (value: number) => value

it('a line has a gap where there are no data, and a single day between gaps is a dot', () => {
  expect(pathOf([1, 2, null, 4, undefined, 5, 6], at, same)).toBe(
    'M0.0 1.0L10.0 2.0M30.0 4.0M50.0 5.0L60.0 6.0',
  )
  expect(isolatedIndices([1, 2, null, 4, null, 5, 6])).toEqual([3])
  expect(extentOf([[null, 4], [2]])).toEqual({ low: 2, high: 4 })
  expect(extentOf([[null]])).toBeNull()
})

it('an area has the gaps of its lines', () => {
  expect(areaOf([4, 5, null, 6], 0, at, same)).toBe('M0.0 4.0L10.0 5.0L10.0 0.0L0.0 0.0ZM30.0 6.0L30.0 0.0Z')
  expect(areaOf([4, 5, 6], [1, 2, null], at, same)).toBe('M0.0 4.0L10.0 5.0L10.0 2.0L0.0 1.0Z')
})

it('steps are joined where one begins as the other ends', () => {
  const spans = [
    { from: 0, to: 10, value: 1 },
    { from: 10, to: 20, value: 2 },
    { from: 30, to: 40, value: 2 },
  ]
  expect(stepsOf(spans, same, same)).toBe('M0.0 1.0H10.0V2.0H20.0M30.0 2.0H40.0')
})
