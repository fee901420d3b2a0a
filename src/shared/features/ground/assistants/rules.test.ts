import { describe, expect, it } from 'vitest'
import { ROLES } from '../../../access/roles.ts'
import { isHostName, lookUpWords, prepareWords, shownName } from './rules.ts'

describe('what an assistant can do, in words', () => {
  it('is what the role of its user allows', () => {
    expect(lookUpWords(ROLES.qa.grants)).toBe('See articles, keywords, reports and stock, as you do')
    expect(prepareWords(ROLES.qa.grants)).toBe('Write drafts and comments, tick checklists, plan keywords')
    expect(prepareWords(['ViewKeywords'])).toBe('Write comments')
    expect(prepareWords(['ValidateArticles'])).toBe('Tick checklists')
    expect(lookUpWords(['PendingArticles'])).toBe('See articles, as you do')
  })

  it('is next to nothing for a writer', () => {
    expect(lookUpWords(ROLES.wrt.grants)).toBe('See the names of the sites, as you do')
    expect(prepareWords(ROLES.wrt.grants)).toBeNull()
  })
})

describe('what a program says of itself', () => {
  it('is shown on one line, without characters that hide or turn others, and cut', () => {
    expect(shownName(' Claude\n\u202Ecod.exe\u0000 ')).toBe('Claude cod.exe')
    expect([...shownName('é'.repeat(80))]).toHaveLength(60)
    for (const nothing of ['\u200B', '\u3164\u2800', '!']) expect(shownName(nothing)).toBe('')
    expect(shownName(`a${'\u0301'.repeat(60)}`)).toBe(`a${'\u0301'.repeat(3)}`)
  })

  it('is not the product’s own name, however that is dressed up', () => {
    for (const own of ['CopyDesk ', 'Copydesk.', 'copydesk (official)', 'Copy\u034Fdesk', 'Copydesk\uFE0F'])
      expect(shownName(own), own).toBe('')
    expect(shownName('Copydesker')).toBe('Copydesker')
  })

  it('is a host only if it looks like one', () => {
    expect(['claude.ai', 'localhost:52817', 'a-b.example'].map(isHostName)).toEqual([true, true, true])
    expect(['call 555', 'https://x.example', 'a..b', ''].map(isHostName)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
