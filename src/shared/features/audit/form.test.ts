import { expect, it } from 'vitest'
import { ContentFilter } from '../content-tracker/contract.ts'
import { StrikingFileQuery } from '../gsc-keywords/contract.ts'
import { RivalryFileQuery } from '../rivalries/contract.ts'
import { WinnersFilter } from '../share-of-voice/contract.ts'
import { auditFieldLabel } from './form.ts'

it.each([
  ['Keyword Winners', WinnersFilter],
  ['Striking distance', StrikingFileQuery],
  ['Cannibalisation', RivalryFileQuery],
  ['Content Tracker', ContentFilter],
])('whatever a file of %s is asked for by has words in the trail', (_file, request) => {
  const without = Object.keys(request.shape).filter((field) => auditFieldLabel('file', field) === undefined)
  expect(without).toEqual([])
})

it('numbers of changes and choices of reports are called what they are to people, not by inner words', () => {
  expect(auditFieldLabel('keyword', 'changeId')).toBe('Change number')
  expect(auditFieldLabel('keyword', 'selected')).toBe('Selected keywords')
  expect(auditFieldLabel('report', 'oosGroup')).toBe('Rows of the OOS report')
})
