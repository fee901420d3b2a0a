import { expect, it } from 'vitest'
import { bandOf, sharedPlaces, standingsOf } from './rules.ts'

const series = [
  { publisher: 'Hearthside', is_ours: true, values: [null, 4, null, 6, null] },
  { publisher: 'Nookwise', is_ours: false, values: [null, 10, null, 9, null] },
  { publisher: 'Larder Post', is_ours: false, values: [null, 6, null, 6, null] },
  { publisher: 'Brindle', is_ours: false, values: [null, 0, null, 1, null] },
]
const overall = [null, 20, null, 22, null]

it('publishers are ranked by the last day with data, equal ones at the same place, with their gains', () => {
  expect(
    standingsOf(series, overall).map(({ publisher, latest, change, place }) => [
      publisher,
      latest,
      change,
      place,
    ]),
  ).toEqual([
    ['Nookwise', 9, -1, 1],
    ['Hearthside', 6, 2, 2],
    ['Larder Post', 6, 0, 2],
    ['Brindle', 1, 1, 4],
  ])
})

it('our places are compared with the others’ on the first and the last day with data', () => {
  expect(sharedPlaces(series, overall)).toEqual({
    before: { ours: 4, others: 16, share: 20 },
    now: { ours: 6, others: 16, share: (100 * 6) / 22 },
  })
  expect(sharedPlaces([], [null, null])).toBeNull()
  expect(sharedPlaces([], [0])).toMatchObject({ now: { share: null } })
})

it('several lines are one band with its median, with a gap where data are missing', () => {
  const others = series.filter(({ is_ours: isOurs }) => !isOurs).map(({ values }) => values)
  expect(bandOf(others, 4)).toEqual({
    low: [null, 0, null, 1],
    middle: [null, 6, null, 6],
    high: [null, 10, null, 9],
  })
  expect(bandOf([[1], [4]], 1).middle).toEqual([2.5])
  expect(bandOf([], 1)).toEqual({ low: [null], middle: [null], high: [null] })
})
