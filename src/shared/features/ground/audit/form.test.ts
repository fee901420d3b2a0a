import { expect, it } from 'vitest'
import { StoredWinnersFilter } from '../../market/share-of-voice/contract.ts'
import { StoredContentFilter } from '../../posts/content-tracker/contract.ts'
import { StrikingFileQuery } from '../../posts/gsc-keywords/contract.ts'
import { RivalryFileQuery } from '../../posts/rivalries/contract.ts'
import { auditFieldLabel } from './form.ts'

it.each([
  ['Keyword Winners', StoredWinnersFilter],
  ['Striking distance', StrikingFileQuery],
  ['Cannibalisation', RivalryFileQuery],
  ['Content Tracker', StoredContentFilter],
])('every parameter of a %s file has a label in the audit trail', (_file, request) => {
  const without = Object.keys(request.shape).filter((field) => auditFieldLabel('file', field) === undefined)
  expect(without).toEqual([])
})

it('numbers of changes and choices of reports have readable labels, not internal ones', () => {
  expect(auditFieldLabel('keyword', 'changeId')).toBe('Change number')
  expect(auditFieldLabel('keyword', 'selected')).toBe('Selected keywords')
  expect(auditFieldLabel('report', 'oosGroup')).toBe('Rows of the OOS report')
})
