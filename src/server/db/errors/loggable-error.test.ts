import { expect, it } from 'vitest'
import { cpuTime } from '../../testing/cpu-time.ts'
import { loggableError } from './loggable-error.ts'

it('describes a failure without the addresses of people', () => {
  const { message } = loggableError(new Error('No mail to ada@desk.example, <bob@desk.example>: a@b@c'))
  expect(message).toBe('No mail to …, <…>: …@c')
})

it.each(['a', 'a@', '@', ' @', 'a.'])('takes %s a hundred thousand times in its stride [S24]', (word) => {
  expect(
    cpuTime(() => {
      loggableError(new Error(word.repeat(100_000)))
    }),
  ).toBeLessThan(200)
})
