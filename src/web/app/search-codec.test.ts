import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch, withoutDefaults } from './search-codec.ts'

describe('the search part of the address', () => {
  it('keeps text as it is and repeats a list under its key with brackets', () => {
    const text = stringifySearch({ keyword: 'air fryer & co', page: 2, tag: ['a', 'b c'] })
    expect(text).toBe('?keyword=air+fryer+%26+co&page=2&tag[]=a&tag[]=b+c')
    expect(parseSearch(text)).toEqual({ keyword: 'air fryer & co', page: '2', tag: ['a', 'b c'] })
  })

  it('leaves out missing values', () => {
    expect(stringifySearch({ a: undefined, b: null, c: '', d: [], e: ['', 'x'] })).toBe('?e[]=x')
    expect(stringifySearch({})).toBe('')
  })

  it('reads lists with numbers in their brackets', () => {
    expect(parseSearch('?tag[0]=a&tag[1]=b&x[y]=c')).toEqual({ tag: ['a', 'b'], 'x[y]': 'c' })
  })

  it('does not parse text as numbers or JSON', () => {
    expect(parseSearch('?keyword=007&x={"a":1}')).toEqual({ keyword: '007', x: '{"a":1}' })
  })

  it('accepts names of object members as keys, and mixed spellings of one key', () => {
    expect(stringifySearch(parseSearch('?constructor=1&a=1&a[]=2'))).toBe('?constructor=1&a[]=2')
    expect(parseSearch('?__proto__[]=x')).not.toHaveProperty('x')
  })

  it('leaves out default values', () => {
    expect(withoutDefaults({ page: 1, tag: [], sort: 'name' }, { page: 1, tag: [] })).toEqual({
      sort: 'name',
    })
  })
})
