import { describe, expect, it } from 'vitest'
import { parseStoryAddress, storyIdOf } from './address.ts'

const OWN = ['hearthside.example']
const ID = '0b7e6b2c-6a0e-4d59-9a55-0f5f0c9a7d11'

describe('an address', () => {
  it.each([
    'https://www.amazon.com/ospublishing/story/1',
    'https://amazon.co.uk/dp/B0KETTLE01',
    'https://www.hearthside.example/kettles?x=1#top',
    'https://HEARTHSIDE.example/kettles',
  ])('of a marketplace or of one of our sites is read: %s', (address) => {
    expect(parseStoryAddress(address, OWN)).toMatchObject({ kind: 'page' })
  })

  it.each([
    'http://www.amazon.com/a',
    'https://www.amazon.com:8443/a',
    'https://user@www.amazon.com/a',
    'https://amazon.com.evil.example/a',
    'https://www.amazon.evil/a',
    'https://notamazon.com/a',
    'https://evil.example/?www.amazon.com',
    'https://hearthside.example.evil.example/a',
    'https://www.amazon.com\\@127.0.0.1/a',
    'https://127.0.0.1/a',
    '//www.amazon.com/a',
    'javascript:alert(1)',
    '/etc/passwd',
    '/posts/../../etc',
    '',
  ])('of anything else is not: %s', (address) => {
    expect(parseStoryAddress(address, OWN)).toBeNull()
  })

  it('of one of our posts is known by its site and its number', () => {
    expect(parseStoryAddress('/posts/hs/12', OWN)).toEqual({ kind: 'post', code: 'hs', id: 12 })
  })
})

describe('a path of a story', () => {
  const subtag = `amzn1.osa.${ID}.ATVPDKIKX0DER.en_US`

  it.each(['ascsubtag', 'cv_ct_id', 'asc_contentid', 'tag'])(
    'needs a part %s that ends .en_US [CMP-020]',
    (part) => {
      const path = `/ospublishing/story/${ID}/ref=x?wn=desk&${part}=${subtag}&last=1`
      expect(parseStoryAddress(path, OWN)).toEqual({ kind: 'story', path })
      expect(parseStoryAddress(path.replace('en_US', 'en_GB'), OWN)).toBeNull()
      expect(parseStoryAddress(path.replace('.en_US', '.en_US.x'), OWN)).toBeNull()
    },
  )

  it.each([
    `/ospublishing/story/${ID}`,
    `/ospublishing/story.en_USA/${ID}`,
    `/ospublishing/story/${ID}?${subtag}`,
    `/ospublishing/../dp/B0KETTLE01?ascsubtag=${subtag}`,
    `/ospublishing/%2e%2e/dp/B0KETTLE01?ascsubtag=${subtag}`,
    `/ospublishing/story/${ID}#ascsubtag=${subtag}`,
  ])('without one, or outside the stories, is none: %s [CMP-020]', (path) => {
    expect(parseStoryAddress(path, OWN)).toBeNull()
  })

  it.each([
    '/ospublishing/story/xyz.en_US',
    '/ospublishing/story.en_US/xyz',
    `/ospublishing/story/${subtag}/ref=x?tag=desk-20`,
  ])('may have it in the middle of the path or at its end: %s [CMP-020] [D85]', (path) => {
    expect(parseStoryAddress(path, OWN)).toEqual({ kind: 'story', path })
    expect(parseStoryAddress(path.replaceAll('en_US', 'en_GB'), OWN)).toBeNull()
  })

  it('names its story by a number', () => {
    expect(storyIdOf(`/ospublishing/story/${ID.toUpperCase()}/ref=x?y`)).toBe(ID)
    expect(storyIdOf(`/ospublishing/story/${ID}0?y`)).toBeNull()
    expect(storyIdOf('/ospublishing/story/%')).toBeNull()
  })
})
