import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from './installation.mjs'
import { formsFor, SHORT_FORMS } from './short-bench-forms.mjs'

const folder = path.join(root, 'bench')

it('every bench that reports a result has one short form', () => {
  const benches = fs
    .readdirSync(folder)
    .filter(
      (name) => name.endsWith('.ts') && /^ *report\(/m.test(fs.readFileSync(path.join(folder, name), 'utf8')),
    )
  expect(SHORT_FORMS.map(({ file }) => file).sort()).toEqual(benches.sort())
})

it('the days of a week together run every short form once', () => {
  const week = Array.from({ length: 7 }, (_, day) => formsFor(new Date(Date.UTC(2026, 10, 22 + day))))
  expect(week.every((forms) => forms.length > 0)).toBe(true)
  expect(new Set(week.flat())).toEqual(new Set(formsFor()))
  expect(week.flat()).toHaveLength(SHORT_FORMS.length)
})
