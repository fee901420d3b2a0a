import { expect, it } from 'vitest'
import { listTitles } from './test-titles.mjs'

const titlesOf = (source) => listTitles(source).map(({ title, line }) => `${line} ${title}`)

it('titles of tests and groups are found, and nothing else in a file', () => {
  const source = `
    // a comment on ONE-001
    const id = 'ONE-002'
    describe('a group [TWO-001]', () => {
      it('does [TWO-002]', async () => { expect('ONE-003').toBe(id) })
      test(\`does \${id} too [TWO-003]\`, run)
    })
    submit('ONE-004', 1)`
  expect(titlesOf(source)).toEqual(['4 a group [TWO-001]', '5 does [TWO-002]', '6 does  …  too [TWO-003]'])
})

it('the rows of a table or a loop count where they form the title', () => {
  const source = `
    const rows = [['reads [TWO-001]', 'x']]
    it.each(rows)('%s', run)
    it.each([['ONE-001']])('always the same', run)
    for (const [title] of [['writes [TWO-002]']]) it(title, run)`
  expect(titlesOf(source).join()).toMatch(/TWO-001.*TWO-002/)
  expect(titlesOf(source).join()).not.toContain('ONE-001')
})

it('a test that does not run proves nothing', () => {
  const source =
    "it.skip('a [ONE-001]', run); it.todo('b [ONE-002]'); describe.skip('c', () => { it('d [ONE-003]', run) })"
  expect(titlesOf(source)).toEqual([])
})
