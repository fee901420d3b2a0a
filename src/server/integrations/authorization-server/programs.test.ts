import { expect, it } from 'vitest'
import { redirectHostOf } from './programs.ts'

it.each([
  ['https://quill.example/back', 'quill.example'],
  ['http://127.0.0.1:52817/back', '127.0.0.1:52817'],
  ['com.example.quill:/back', 'com.example.quill:'],
  ['quill://chatgpt.com/back', 'quill:'],
])('of %s the user is shown %s, and nothing that a program chooses to look like a host', (address, shown) => {
  expect(redirectHostOf(address)).toBe(shown)
})
