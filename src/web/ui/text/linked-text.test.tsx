import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LinkedText, LinksInText } from './linked-text.tsx'

const targets = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))

test.each([
  ['Compared with “A”: https://a.example/x?y=1.', ['https://a.example/x?y=1']],
  ['See (https://a.example/b), http://c.example/(d)!', ['https://a.example/b', 'http://c.example/(d)']],
  ['javascript:alert(1) data:text/html,x /own https://', []],
  ['<a href="https://a.example">x</a>', ['https://a.example']],
])('in “%s” only web addresses are links, and every word stays', (text, expected) => {
  const { container } = render(<LinkedText text={text} />)
  expect(targets()).toEqual(expected)
  expect(container.textContent?.replaceAll('  in a new tab', '')).toBe(text)
  for (const link of screen.queryAllByRole('link')) expect(link).toHaveAttribute('rel', 'noreferrer')
})

test('a text under edit has each of its addresses once below it', () => {
  render(<LinksInText text="https://a.example and https://a.example or https://b.example" />)
  expect(targets()).toEqual(['https://a.example', 'https://b.example'])
})
