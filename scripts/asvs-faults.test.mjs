import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { countStates, evidenceFaults, readRows, rowFaults, tagFaults } from './asvs-faults.mjs'

const HEAD = 'id\tlevel\tsubject\tapplies\thow\tstate\tevidence'
const rowsOf = (...lines) => readRows([HEAD, ...lines].join('\n'))
const line = (given = {}) =>
  Object.values({
    ...{ id: 'V6.2.1', level: '1', subject: 'shortest password', applies: 'yes' },
    ...{ how: 'A password has eight characters.', state: 'met', evidence: 'a password has eight characters' },
    ...given,
  }).join('\t')

it('the table has every row of levels 1 and 2 in 17 chapters, and none contradicts itself', () => {
  const rows = readRows(readFileSync('docs/asvs.tsv', 'utf8'))
  expect(rows).toHaveLength(253)
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70)
  expect(countStates(rows)).toHaveLength(17)
  expect(rowFaults(rows)).toEqual([])
})

it('a row that is met needs evidence, and one that does not apply is n/a', () => {
  expect(rowFaults(rowsOf(line()))).toEqual([])
  expect(rowFaults(rowsOf(line({ evidence: '' })))).toEqual(['V6.2.1 is met, but names no evidence'])
  expect(rowFaults(rowsOf(line({ evidence: '', state: 'missed' })))).toEqual([])
  expect(rowFaults(rowsOf(line({ applies: 'no' })))).toEqual(['V6.2.1 is n/a exactly if it does not apply'])
  expect(rowFaults(rowsOf(line({ state: 'n/a' })))).toEqual(['V6.2.1 is n/a exactly if it does not apply'])
})

it('a row without an id, level, sentence or state is refused, and so is one that comes twice', () => {
  expect(rowFaults(rowsOf(line(), line()))).toEqual(['V6.2.1 is there twice'])
  for (const wrong of [{ id: '6.2.1' }, { level: '3' }, { how: '' }, { state: 'done' }, { evidence: 'x\ty' }])
    expect(rowFaults(rowsOf(line(wrong)))).toHaveLength(1)
})

it('evidence is a file that exists, or a piece of the title of a test', () => {
  const known = {
    hasFile: (path) => path === 'docs/security.md',
    hasTitle: (piece) => 'a password has eight characters and can’t be blank'.includes(piece),
  }
  const faultsOf = (evidence) => evidenceFaults(rowsOf(line({ evidence })), known)
  expect(faultsOf('docs/security.md; a password has eight characters')).toEqual([])
  expect(faultsOf('docs/gone.md')).toEqual(['V6.2.1 names docs/gone.md, and there is no such file'])
  expect(faultsOf('a password has nine characters')).toEqual([
    'V6.2.1 names “a password has nine characters”, and no test has this in its title',
  ])
  expect(faultsOf('a password')).toEqual(['V6.2.1 names “a password”, which is too short for a title'])
})

it('a title may name only rows that apply', () => {
  const rows = rowsOf(line(), line({ id: 'V6.2.2', applies: 'no', state: 'n/a' }))
  expect(tagFaults(rows, ['a password is long [ASVS 6.2.1]', 'a password is long [AUTH-001]'])).toEqual([])
  expect(tagFaults(rows, ['it is long [ASVS 6.2.1] [ASVS 6.2.2]', 'it is long [ASVS 6.9]'])).toEqual([
    '[ASVS 6.2.2] in “it is long [ASVS 6.2.1] [ASVS 6.2.2]” names no row that applies',
    '[ASVS 6.9] in “it is long [ASVS 6.9]” names no row that applies',
  ])
})

it('rows are counted by chapter and state', () => {
  const rows = rowsOf(line(), line({ id: 'V6.2.2', state: 'missed' }), line({ id: 'V7.1.1' }))
  expect(countStates(rows)).toEqual([
    { chapter: 'V6', counts: { met: 1, partly: 0, missed: 1, 'n/a': 0 } },
    { chapter: 'V7', counts: { met: 1, partly: 0, missed: 0, 'n/a': 0 } },
  ])
})
