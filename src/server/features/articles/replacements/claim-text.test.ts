import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../testing/cpu-time.ts'
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
  const odd = 'The (two-zone) V2, at 4.5/5 + $3 [1] {ok} ^|\\ *, isn’t?'
  expect(claimsIn(`<p>${odd}</p>`, [odd])).toEqual([odd])
})

it('leaves a sentence to a person where it cannot be taken out whole', () => {
  const long = `V2 ${'a'.repeat(297)}`
  for (const [content, sentence] of [
    ['<p><b>So. The V2 isn’t</b> “loud”.</p>', CLAIM],
    [`<p title="${CLAIM}">The V2.</p>`, CLAIM],
    [`[box text='${CLAIM}']`, CLAIM],
    ['<p>The V2 [price id=5] is loud.</p>', 'The V2 [price id=5] is loud.'],
    [`[box title="x"]${CLAIM}[/box]`, `[box title="x"]${CLAIM}[/box]`],
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

const LOUD = 'The Bosch TWK7203 is loud.'
const LAST = 'Nobody likes the Bosch TWK7203.'
const POST = `<h2>Bosch TWK7203</h2><p>${LOUD} Still, it boils fast. ${LAST}</p>`
const ANSWERS = [
  { sentence: 'Bosch TWK7203', words: '' },
  { sentence: LOUD, words: 'It is quiet.' },
  { sentence: LAST, words: '' },
]

it('follows all answers, in any order, where one sentence is a part of others', () => {
  for (const answers of [ANSWERS, ANSWERS.toReversed()])
    expect(withAnswers(POST, answers)).toBe('<p>It is quiet. Still, it boils fast.</p>')
  expect(withAnswers(POST, ANSWERS.slice(0, 1))).toBe(POST.slice('<h2>Bosch TWK7203</h2>'.length))
})

it('finds only whole sentences and whole lines', () => {
  const name = 'Bosch TWK7203'
  for (const content of [
    `<p>${LOUD}</p>`,
    '<p>We tested a <br> Bosch TWK7203 of 2020.</p>',
    `<p>The <img src="/a.jpg"> ${name} <sup>1</sup> is loud.</p>`,
    `<p>The <!-- a note --> ${name}<!-- a note -->, again.</p>`,
    `<script>{"name": "x", "text": "So. ${name}. Yes."}</script>`,
    `[box text="So. ${name}. Yes."]`,
  ]) {
    expect(claimsIn(content, [name, `${name}.`]), content).toEqual([])
    expect(withAnswers(content, [{ sentence: name, words: 'It' }]), content).toBeNull()
  }
  for (const content of [
    `<ul><li>${name}</li></ul>`,
    `<table><tr><td>Best</td><td>${name}</td></tr></table>`,
    `<p>Ours:<br/>${name}<br>Good.</p>`,
    `<!-- wp:html -->\n${name}\n<!-- /wp:html -->`,
  ])
    expect(claimsIn(content, [name]), content).toEqual([name])
})

it('refuses an answer to a sentence that is not in the text', () => {
  expect(withAnswers(POST, [...ANSWERS, { sentence: 'Still, it boils.', words: 'It boils.' }])).toBeNull()
})

it('finds its sentences in a long post quickly', () => {
  const hostile = ['<!--', '<script>', '<b', '<p>So. ', '&amp;', 'a ', '[a', '<b>', `${'<i>'.repeat(90)}. `]
  for (const piece of hostile) {
    const content = piece.repeat(Math.ceil(300_000 / piece.length))
    expect(
      cpuTime(() => claimsIn(`${POST}${content}`, ['Bosch TWK7203', LOUD, LAST])),
      piece,
    ).toBeLessThan(1000)
  }
})

describe('a link in the old sentence', () => {
  const link = (words: string, to = 'B0AAAAAAR2') => `<a href="https://www.amazon.com/dp/${to}">${words}</a>`
  const changed = (markup: string, sentence: string, words: string) =>
    withAnswers(`<p>${markup}</p>`, [{ sentence, words }])

  it('stands where the new words say its text as words of their own', () => {
    const before = `Get ${link('it')} for the V2.`
    expect(changed(before, 'Get it for the V2.', 'Look with care at it.')).toBe(
      `<p>Look with care at ${link('it')}.</p>`,
    )
    expect(changed(before, 'Get it for the V2.', 'Look with care.')).toBe('<p>Look with care.</p>')
  })

  it('is never put into another link or its address', () => {
    const two = `${link('Shop')} or ${link('amazon', 'B0AAAAAAR3')} have the V2.`
    expect(changed(two, 'Shop or amazon have the V2.', 'Shop here, or at amazon.')).toBe(
      `<p>${link('Shop')} here, or at ${link('amazon', 'B0AAAAAAR3')}.</p>`,
    )
    const within = `${link('the Pot')} and ${link('Pot', 'B0AAAAAAR3')} beat the V2.`
    expect(changed(within, 'the Pot and Pot beat the V2.', 'Buy the Pot, or Pot & Pan.')).toBe(
      `<p>Buy ${link('the Pot')}, or ${link('Pot', 'B0AAAAAAR3')} &amp; Pan.</p>`,
    )
  })

  it('stands once for each time that it stood before, with its own style', () => {
    const bold = link('<strong>it</strong>')
    expect(changed(`Get ${bold} or V2.`, 'Get it or V2.', 'Take it, as it is.')).toBe(
      `<p>Take ${bold}, as it is.</p>`,
    )
    const both = `${link('here')} or ${link('here', 'B0AAAAAAR3')}: V2.`
    expect(changed(both, 'here or here: V2.', 'Look here and here.')).toBe(
      `<p>Look ${link('here')} and ${link('here', 'B0AAAAAAR3')}.</p>`,
    )
  })
})
