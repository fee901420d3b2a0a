import { expect, it } from 'vitest'
import { SheetBody } from './contract.ts'

const DOCS = 'https://docs.google.com/spreadsheets'

it.each([
  ['1pL9vTq0yUe3_r7-Ks', '1pL9vTq0yUe3_r7-Ks'],
  [`${DOCS}/d/1pL9vTq0yUe3_r7-Ks/edit`, '1pL9vTq0yUe3_r7-Ks'],
  [`${DOCS}/d/1pL9vTq0yUe3_r7-Ks/edit?gid=77#gid=77`, '1pL9vTq0yUe3_r7-Ks#gid=77'],
  [`${DOCS}/u/1/d/1pL9vTq0yUe3_r7-Ks/edit#gid=0&range=B2`, '1pL9vTq0yUe3_r7-Ks#gid=0'],
  ['1pL9vTq0yUe3_r7-Ks#gid=77', '1pL9vTq0yUe3_r7-Ks#gid=77'],
])('%s is the sheet %s, with the tab in it', (googleSheetId, id) => {
  expect(SheetBody.parse({ siteId: 1, googleSheetId, asanaBoardId: '7' }).googleSheetId).toBe(id)
})

it('a published copy is not a sheet', () => {
  const body = { siteId: 1, googleSheetId: `${DOCS}/d/e/2PACX-1vQ/pubhtml`, asanaBoardId: '7' }
  expect(SheetBody.safeParse(body).success).toBe(false)
})
