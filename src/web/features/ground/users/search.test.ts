import { describe, expect, it } from 'vitest'
import { UsersSearch } from './search.ts'

describe('the address of the users', () => {
  it('without parameters is first name, ascending, page 1 [USER-009]', () => {
    expect(UsersSearch.parse({})).toEqual({ query: '', page: 1, sort: 'first_name', sortOrder: 'asc' })
  })

  it('is read back as it is written', () => {
    const written = { query: 'ada', page: '3', sort: 'last_sign_in_at', sortOrder: 'desc', user: '12' }
    expect(UsersSearch.parse(written)).toEqual({ ...written, page: 3, user: 12 })
    expect(UsersSearch.parse({ new: '1' }).new).toBe('1')
  })

  it('ignores invalid values', () => {
    const nonsense = { query: ['a'], page: '-1', sort: 'password', sortOrder: 'up', user: 'me', new: 'yes' }
    expect(UsersSearch.parse(nonsense)).toEqual(UsersSearch.parse({}))
  })
})
