import { describe, expect, it, test } from 'vitest'
import { deviceOf, guessableFault, passwordFault } from './rules.ts'

const dana = { firstName: 'Dana', lastName: 'Okafor-Lee', username: 'dana.okafor@desk.example' }

test('a password has eight characters and can’t be blank', () => {
  expect(passwordFault('seven77')).toBe('Use at least 8 characters.')
  expect(passwordFault(' '.repeat(12))).toBe('The password can’t be blank.')
  expect(passwordFault('eight 88')).toBeNull()
})

test('a password does not consist of its owner’s name or the product’s', () => {
  for (const password of ['Copydesk2026!', 'danadana', 'DANA.okafor1', 'okafor-lee!!', '12copydeskX']) {
    expect(guessableFault(password, dana), password).toContain('Don’t use your name or ours')
  }
  for (const password of [
    'dana walks the long way',
    'correct horse battery',
    'my copydesk has four drawers',
  ]) {
    expect(guessableFault(password, dana), password).toBeNull()
  }
})

test('each part of an address counts as a name; digits without a name do not', () => {
  for (const address of ['kim.torvald', 'kim_torvald', 'kim+torvald', 'kim-torvald'])
    expect(
      guessableFault('torvald1', { ...dana, username: `${address}@desk.example` }),
      address,
    ).not.toBeNull()
  expect(guessableFault('83120461', dana)).toBeNull()
})

describe('the device of a session', () => {
  const like = (system: string, rest: string) => `Mozilla/5.0 (${system}) ${rest}`
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  it.each([
    [like('X11; Linux x86_64', `${webkit} Chrome/142.0.0.0 Safari/537.36`), 'Chrome on Linux', 'computer'],
    [
      like('X11; Linux x86_64', `${webkit} HeadlessChrome/142.0.0.0 Safari/537.36`),
      'Chrome on Linux',
      'computer',
    ],
    [
      like('Windows NT 10.0; Win64; x64', `${webkit} Chrome/142.0 Safari/537.36 Edg/142.0`),
      'Edge on Windows',
      'computer',
    ],
    [like('Windows NT 10.0; rv:144.0', 'Gecko/20100101 Firefox/144.0'), 'Firefox on Windows', 'computer'],
    [
      like('Macintosh; Intel Mac OS X 10_15_7', 'AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15'),
      'Safari on macOS',
      'computer',
    ],
    [
      like('X11; CrOS x86_64 14541.0.0', `${webkit} Chrome/142.0 Safari/537.36`),
      'Chrome on ChromeOS',
      'computer',
    ],
    [
      like(
        'iPhone; CPU iPhone OS 18_1 like Mac OS X',
        'AppleWebKit/605.1.15 CriOS/142.0 Mobile/15E148 Safari/604.1',
      ),
      'Chrome on iPhone',
      'phone',
    ],
    [
      like('iPad; CPU OS 18_1 like Mac OS X', 'AppleWebKit Version/18.1 Mobile Safari/604.1'),
      'Safari on iPad',
      'tablet',
    ],
    [
      like('Linux; Android 15; Pixel 9', `${webkit} Chrome/142.0 Mobile Safari/537.36`),
      'Chrome on Android',
      'phone',
    ],
    [
      like('Linux; Android 15', `${webkit} SamsungBrowser/27.0 Chrome/125.0 Safari/537.36`),
      'Samsung Internet on Android',
      'tablet',
    ],
    [
      like('X11; Linux x86_64', `${webkit} Chrome/142.0 Safari/537.36 OPR/124.0`),
      'Opera on Linux',
      'computer',
    ],
    [like('X11; Linux x86_64', 'Gecko Unheard/1.0'), 'Linux', 'computer'],
    ['Mozilla/5.0 (Haiku R1) WebPositive/1.3', 'Mozilla', 'program'],
    ['curl/8.5.0', 'curl', 'program'],
    ['Linux tool', 'Linux', 'program'],
    ['<script>alert(1)</script>', 'A program', 'program'],
    ['', 'A program', 'program'],
  ])('is read from %j: %s', (agent, name, kind) => {
    expect(deviceOf(agent)).toEqual({ name, kind })
  })
})
