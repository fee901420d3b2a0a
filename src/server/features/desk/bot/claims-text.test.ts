import { describe, expect, it } from 'vitest'
import { claimsAct, claimsFact, claimsWhole } from './claims-text.ts'

const RESULT = 'Not scanned yet. 1 article recommends it.'

describe('an answer without a look-up', () => {
  it.each([
    'No product is sold out.',
    'Hello, Eng. All of your articles are approved.',
    'Everything’s in stock!',
    'I can’t see any product that is sold out.',
    'I can tell you that nothing is waiting.',
    'Sorry, none of them.',
    'Sorry, none.',
    'Which one? The kettle is in stock.',
    'Nothing is sold out, is it?',
    'Please note the kettle is fine.',
    'Kein Produkt ist ausverkauft.',
    'The best article is the one about kettles.',
    'Nobody is waiting',
    'You have no articles to review.',
    'Sure.',
    'Of course!',
    'Done.',
    'It’s been updated.',
  ])('states something: %s', (said) => expect(claimsFact(said)).toBe(true))

  it.each([
    'Hello.',
    'Hi there, Eng!',
    'Thanks for asking!',
    'Which product do you mean?',
    'Do you mean the kettle or the pot?',
    'I can only look things up.',
    'I can’t change anything here. Ask me about stock or earnings.',
    'Sorry, I can’t delete products.',
  ])('may contain text that states nothing: %s', (said) => expect(claimsFact(said)).toBe(false))
})

describe('an answer, look-up or not', () => {
  it.each([
    'Done.',
    'Done',
    'Yes, all set!',
    'I’ve deleted all products.',
    'I have just removed it for you.',
    "I've gone ahead and deleted them.",
    'I deleted everything.',
    'I submitted it.',
    'We’ve published the article.',
    'I’ll delete them now.',
    'I am going to cancel it.',
    'I’m deleting all products.',
    'It’s been updated.',
    'Your keyword has now been saved.',
    'All products were deleted.',
    'The Heron Kettle was replaced in 1 article.',
    'Consider it done.',
    'Deleted.',
    'Updated successfully.',
    'The kettle is there. Everything is done!',
  ])('claims an act: %s', (said) => expect(claimsAct(said, [RESULT])).toBe(true))

  it.each([
    'The Heron Kettle was not scanned yet; 1 article recommends it.',
    'I found 1 article.',
    'Nothing is waiting for you.',
    'I can’t delete products.',
    'The kettle earned more than the pot.',
  ])('claims none: %s', (said) => expect(claimsAct(said, [RESULT])).toBe(false))

  it('may report an act that was looked up', () => {
    expect(claimsAct('The article was published last week.', ['Published 7 days ago'])).toBe(false)
  })
})

it.each([
  ['All products are in stock.', ['The kettle is in stock.'], true],
  ['None of them is sold out.', ['The kettle is in stock.'], true],
  ['All of them wait.', ['All of yours'], false],
  ['Nothing is waiting.', ['No articles wait for you.'], false],
  ['The kettle is in stock.', ['The kettle is in stock.'], false],
])('%j speaks of none or all where %j does not: %s', (said, results, isClaim) => {
  expect(claimsWhole(said, results)).toBe(isClaim)
})
