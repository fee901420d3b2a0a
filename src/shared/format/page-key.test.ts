import { expect, it } from 'vitest'
import { pageKey } from './page-key.ts'

const SITE = 'https://www.site.example'

it.each([
  'https://site.example/kettles',
  'http://www.site.example/kettles/',
  'https://site.example/kettles/#best-overall',
  'https://site.example/kettles/amp/',
  'https://site.example/kettles?utm_source=mail',
  'https://SITE.example:443/kettles',
  'https://site.example./kettles',
  'https://site.example//kettles//',
  'https://site.example/%6Bettle%73/',
  '//site.example/kettles',
  'site.example/kettles/',
  'www.site.example/kettles',
  ' site.example/kettles ',
  '/kettles/',
])('%j is the page /kettles of the site', (address) => {
  expect(pageKey(address, SITE)).toBe('site.example/kettles')
})

it.each([
  'https://site.example/caf%C3%A9-%7Etips/',
  'https://site.example/caf%c3%a9-~tips/',
  'https://site.example/caf\u00e9-~tips/',
  'https://site.example/cafe\u0301-~tips/',
  'https://site.example/cafe%CC%81-~tips/',
  'site.example/caf\u00e9-~tips',
])('%j is the same page, however its letters are escaped', (address) => {
  expect(pageKey(address)).toBe('site.example/caf%C3%A9-~tips')
})

it('addresses of different pages have different keys', () => {
  expect(pageKey('https://site.example/a%2Fb')).not.toBe(pageKey('https://site.example/a/b'))
  expect(pageKey('https://site.example/Kettles')).not.toBe(pageKey('https://site.example/kettles'))
  expect(pageKey('https://site.example/?p=77')).toBe('site.example?p=77')
  expect(pageKey('https://other.example/kettles', SITE)).toBe('other.example/kettles')
  expect(pageKey('other.example/kettles', SITE)).toBe('other.example/kettles')
  expect(pageKey('kettles.html', SITE)).toBe('site.example/kettles.html')
})

it('a malformed escape stays as it is, and a text that is not an address has no key', () => {
  expect(pageKey('https://site.example/100%/%zz%c3')).toBe('site.example/100%/%zz%C3')
  expect(pageKey('mailto:desk@site.example')).toBeNull()
  expect(pageKey('no address')).toBeNull()
  expect(pageKey('')).toBeNull()
})
