import { expect, it } from 'vitest'
import { otherAttributes } from './difference-text.ts'

const link = (asin: string, more = '') => `<a href="https://www.amazon.com/dp/${asin}"${more}>See it</a>`
const addressOf = (asin: string) => `href: https://www.amazon.com/dp/${asin}`
const CHANGED = { before: addressOf('B0AAAAAAR1'), after: addressOf('B0AAAAAAR2') }

it('a link that changes is shown once, however often it stands there', () => {
  const text = (asin: string) => `<p>${link(asin)}</p><p>${link(asin)}</p>${link('B0AAAAAAR3')}`
  expect(otherAttributes(text('B0AAAAAAR1'), text('B0AAAAAAR2'))).toEqual([CHANGED])
  expect(otherAttributes(text('B0AAAAAAR1'), text('B0AAAAAAR1'))).toEqual([])
})

it('a link that changes is shown where a picture or an attribute goes or comes as well', () => {
  const [before, after] = [link('B0AAAAAAR1'), link('B0AAAAAAR2')]
  const picture = '<img src="/a.jpg" alt="">'
  const gone = [
    { before: 'src: /a.jpg', after: '' },
    { before: 'alt: ', after: '' },
  ]
  expect(otherAttributes(picture + before, after)).toEqual([...gone, CHANGED])
  const come = { before: '', after: 'rel: nofollow' }
  expect(otherAttributes(before, link('B0AAAAAAR2', ' rel="nofollow"'))).toEqual([CHANGED, come])
})
