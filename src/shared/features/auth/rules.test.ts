import { expect, test } from 'vitest'
import { guessableFault, passwordFault } from './rules.ts'

const dana = { firstName: 'Dana', lastName: 'Okafor-Lee', username: 'dana.okafor@desk.example' }

test('a password has eight characters and more than blanks', () => {
  expect(passwordFault('seven77')).toBe('The password needs at least 8 characters.')
  expect(passwordFault(' '.repeat(12))).toBe('The password needs more than blanks.')
  expect(passwordFault('eight 88')).toBeNull()
})

test('a password is not made of its owner’s name or the product’s', () => {
  for (const password of ['Copydesk2026!', 'danadana', 'DANA.okafor1', 'okafor-lee!!', '12copydeskX']) {
    expect(guessableFault(password, dana), password).toContain('made of your name or ours')
  }
  for (const password of [
    'dana walks the long way',
    'correct horse battery',
    'my copydesk has four drawers',
  ]) {
    expect(guessableFault(password, dana), password).toBeNull()
  }
})
