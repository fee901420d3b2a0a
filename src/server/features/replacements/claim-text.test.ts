import { expect, it } from 'vitest'
import { claimsIn, withAnswers } from './claim-text.ts'

const CLAIM = 'The V2 isn’t “loud”.'
const answered = (content: string, words: string) => withAnswers(content, [{ sentence: CLAIM, words }])

it('finds a sentence whatever tags and entities it is written with', () => {
  for (const content of [
    `<p>${CLAIM}</p>`,
    '<p>The <b>V2</b> isn&#8217;t &ldquo;loud&rdquo;.</p>',
    '<p>So. <em>The&nbsp;V2\nisn’t</em> “loud”.</p>',
  ])
    expect(claimsIn(content, [CLAIM, 'title: V2'])).toEqual([CLAIM])
})

it('finds a sentence with any sign', () => {
  const odd = 'The (two-zone) V2, at 4.5/5 + $3 [new] {ok} ^|\\ *, isn’t?'
  expect(claimsIn(`<p>${odd}</p>`, [odd])).toEqual([odd])
})

it('leaves a sentence to a person where it cannot be taken out whole', () => {
  const long = `V2 ${'a'.repeat(297)}`
  for (const [content, sentence] of [
    ['<p><b>So. The V2 isn’t</b> “loud”.</p>', CLAIM],
    [`<p title="${CLAIM}">The V2.</p>`, CLAIM],
    [`[box text='${CLAIM}']`, CLAIM],
    [`<p>${long} and on.</p>`, long],
  ] as const)
    expect(claimsIn(content, [sentence])).toEqual([])
})

it('writes other words, which keep the link that they name', () => {
  const link = '<a href="https://www.amazon.com/dp/B0AAAAAAR2">“loud”</a>'
  expect(answered(`<p>So. The V2 isn’t ${link}. Yes.</p>`, 'It is “loud” indeed.')).toBe(
    `<p>So. It is ${link} indeed. Yes.</p>`,
  )
})

it('removes a sentence, and the paragraph that has no other', () => {
  const block = `<!-- wp:paragraph -->\n<p>${CLAIM}</p>\n<!-- /wp:paragraph -->\n`
  expect(answered(`<p>So. ${CLAIM} Yes.</p>${block}<h2>${CLAIM}</h2>`, '')).toBe('<p>So. Yes.</p>')
  expect(answered(`<p></p><p>${CLAIM} ${CLAIM}</p><ul><li> </li></ul>`, '')).toBe(
    '<p></p><ul><li> </li></ul>',
  )
})
