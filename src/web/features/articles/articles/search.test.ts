import { describe, expect, it } from 'vitest'
import { parseSearch } from '#web/app/search-codec.ts'
import { HistorySearch, PendingSearch } from './search.ts'

describe('the address of Articles History', () => {
  it('opens on page 1, by article id, descending [ART-031] [ART-032]', () => {
    expect(HistorySearch.parse({})).toEqual({ page: 1, sort: 'article_id', sortOrder: 'desc' })
  })

  it('restores every filter from plain text', () => {
    const address =
      '?page=3&sort=title&sortOrder=asc&users[]=5&users[]=7&site[]=2&status[]=returned&createdAtBegin=2026-3-1&createdAtEnd=2026-03-31&article=9'
    expect(HistorySearch.parse(parseSearch(address))).toEqual({
      page: 3,
      sort: 'title',
      sortOrder: 'asc',
      users: [5, 7],
      site: [2],
      status: ['returned'],
      createdAtBegin: '2026-03-01',
      createdAtEnd: '2026-03-31',
      article: 9,
    })
  })

  it('falls back where a parameter is invalid, and keeps the others', () => {
    const address =
      '?page=-1&sort=password&sortOrder=up&users[]=x&site=2&status[]=&createdAtBegin=soon&article=last&createdAtEnd=2026-02-30'
    expect(HistorySearch.parse(parseSearch(address))).toEqual({
      page: 1,
      sort: 'article_id',
      sortOrder: 'desc',
      site: [2],
    })
  })
})

describe('the address of My Pending Articles', () => {
  it('contains the open dialog', () => {
    expect(PendingSearch.parse({ new: '1' })).toEqual({ page: 1, new: '1' })
    expect(PendingSearch.parse({ edit: '12', page: '2' })).toEqual({ page: 2, edit: 12 })
  })

  it('opens nothing for an invalid number', () => {
    expect(PendingSearch.parse({ new: 'yes', edit: '1.5', article: '0', page: '' })).toEqual({ page: 1 })
  })
})
