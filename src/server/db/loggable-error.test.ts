import { expect, it } from 'vitest'
import { loggableError } from './loggable-error.ts'

it('says what failed without the addresses of people', () => {
  const { message } = loggableError(new Error('No mail to ada@desk.example, <bob@desk.example>: a@b@c'))
  expect(message).toBe('No mail to …, <…>: …@c')
})

it.each(['a', 'a@', '@', ' @', 'a.'])('takes %s a hundred thousand times in its stride [S24]', (word) => {
  const begun = performance.now()
  loggableError(new Error(word.repeat(100_000)))
  expect(performance.now() - begun).toBeLessThan(200)
})
